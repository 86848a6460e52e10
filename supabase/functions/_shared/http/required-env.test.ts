import { expect, it } from 'vitest';
import { isHosted, requiredEnv, siteUrlOf } from './required-env.ts';

const envOf = (SITE_URL: string, SUPABASE_URL = 'https://abcdef.supabase.co') =>
  new Map(Object.entries({ SITE_URL, SUPABASE_URL }));

it('a missing or empty setting is reported by name', () => {
  expect(() => requiredEnv(new Map([['A', '']]), 'A')).toThrow('The setting A is missing.');
  expect(requiredEnv(new Map([['A', 'a']]), 'A')).toBe('a');
});

it('a project with an https address is a hosted one', () => {
  expect([isHosted(envOf('', 'http://127.0.0.1:54321')), isHosted(envOf(''))]).toEqual([false, true]);
});

it('links of a hosted shop must have a public address', () => {
  expect(siteUrlOf(envOf('https://shop.co.ke/'))).toBe('https://shop.co.ke');
  expect(siteUrlOf(envOf('http://127.0.0.1:8888', 'http://127.0.0.1:54321'))).toBe('http://127.0.0.1:8888');
  for (const url of ['http://shop.co.ke', 'https://shop.example', 'https://localhost', 'https://10.0.0.1'])
    expect(() => siteUrlOf(envOf(url))).toThrow('SITE_URL must be the shop’s own https address');
  expect(() => siteUrlOf(envOf('shop.co.ke'))).toThrow('SITE_URL must be an address');
  expect(() => siteUrlOf(envOf(''))).toThrow('SITE_URL is missing');
});
