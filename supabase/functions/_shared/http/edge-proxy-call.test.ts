import { describe, expect, it } from 'vitest';
import { requireEdgeProxy, requireSameOrigin } from './edge-proxy-call.ts';
import { sameSecret } from '../secrets/same-secret.ts';

const forbidden = expect.objectContaining({ code: 'forbidden' }) as Error;
const site = 'https://shop.example';

describe('a call through the edge proxy', () => {
  const through = (headers: Record<string, string>) => requireEdgeProxy(new Headers(headers), 'secret');

  it('is trusted about the site, the caller’s address and their browser', () => {
    const headers = { 'x-shop-secret': 'secret', 'x-shop-origin': site };
    const caller = { 'x-shop-client-address': '192.0.2.1', 'x-shop-user-agent': 'Mozilla/5.0' };
    expect(through({ ...headers, ...caller })).toEqual({
      origin: site,
      clientAddress: '192.0.2.1',
      userAgent: 'Mozilla/5.0',
    });
    expect(through(headers)).toEqual({ origin: site, clientAddress: '', userAgent: '' });
  });

  it.each<[string, Record<string, string>]>([
    ['no secret', { 'x-shop-origin': site }],
    ['another secret', { 'x-shop-secret': 'guess', 'x-shop-origin': site }],
    ['a part of the secret', { 'x-shop-secret': 'secre', 'x-shop-origin': site }],
    ['no origin', { 'x-shop-secret': 'secret' }],
  ])('with %s is refused', (_, headers) => {
    expect(() => through(headers)).toThrow(forbidden);
  });

  it('no guess is accepted as the secret, however much of it matches', () => {
    const close = ['', 's', 'secre', 'Secret', 'secreT', 'xecret', 'secrets', 'secretsecret', 'terces'];
    // In the last byte alike, and beyond the bytes of a letter.
    const wide = ['\u0173ecret', 'secre\u0174', 'secret\0', '\0secret', '\0'];
    for (const guess of [...close, ...wide])
      expect([guess, sameSecret(guess, 'secret')]).toEqual([guess, false]);
    expect(sameSecret('secret', 'secret')).toBe(true);
  });
});

describe('a write', () => {
  const write = (headers: Record<string, string>) => () => requireSameOrigin(new Headers(headers), site);

  it.each<[string, Record<string, string>]>([
    ['the site itself', { origin: site, 'sec-fetch-site': 'same-origin' }],
    ['the site itself, by its origin alone', { origin: site }],
    ['the site itself, by the browser’s word alone', { 'sec-fetch-site': 'same-origin' }],
    ['a program that is no browser', {}],
  ])('of %s passes', (_, headers) => {
    expect(write(headers)).not.toThrow();
  });

  it.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    [
      'another site that claims to be this one',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
    ['a page without an origin', { origin: 'null' }],
    ['another site, by the browser’s word alone', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour', { 'sec-fetch-site': 'same-site' }],
  ])('of %s is refused', (_, headers) => {
    expect(write(headers)).toThrow(forbidden);
  });
});
