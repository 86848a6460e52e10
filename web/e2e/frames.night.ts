import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stackUnderTest } from '../../local/testing/stack-under-test.ts';
import { frameAddresses } from '../site-addresses.ts';
import { desktop, openShop, phone } from './journey.ts';
import { signIn, withCart } from './shop-states.ts';

const details = ['First Name', 'Last Name', 'Email Address', 'Phone Number', 'Delivery Address'];

/** What a frame shows before any script: its heading and its fields. */
const frames = [
  { path: '/login', heading: 'Sign In', fields: ['Email Address', 'Password'] },
  {
    path: '/register',
    heading: 'Create Account',
    fields: ['Full Name', 'Email Address', 'Phone Number', 'Address', 'Password'],
  },
  { path: '/orders', heading: 'My Orders', fields: [] },
  { path: '/checkout', heading: 'Checkout', fields: [...details, 'Delivery County (optional)'] },
  { path: '/search', heading: 'Search', fields: [] },
] as const;

/** Chromium's message when scripts are disabled. */
const noScripts = /\/assets\/.*\.js failed: csp/;
const sendButton = (page: Page) => page.locator('main button[type=submit]');

test('every prerendered frame is tested here', () => {
  expect(frames.map(({ path }) => path)).toEqual(frameAddresses);
});

test.each(frames)('$path shows its heading and its fields without a script', async (frame) => {
  const { page } = await openShop({ expected: [noScripts], context: { javaScriptEnabled: false } });
  await page.goto(`${frame.path}?from=a-mail`);
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    expect(await page.getByRole('heading', { level: 1, name: frame.heading, exact: true }).isVisible()).toBe(
      true,
    );
    for (const label of frame.fields)
      expect(await page.getByLabel(label, { exact: true }).isEditable(), label).toBe(true);
    // Nothing could handle it.
    for (const button of await sendButton(page).all()) expect(await button.isDisabled()).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    );
  }
});

test.each(frames)('$path loads its own script with the others, and is not indexed', async (frame) => {
  const { site } = stackUnderTest().addresses;
  const read = async (path: string) => (await fetch(site + path)).text();
  const html = await read(frame.path);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).not.toContain('rel="canonical"');
  const name = frame.path.slice(1);
  expect(html).toMatch(new RegExp(`<link rel="modulepreload"[^>]* href="/assets/${name}-page-[\\w-]+\\.js"`));
  expect(await read('/sitemap.xml')).not.toContain(`${frame.path}<`);
});

test('every frame hydrates without rendering again, whatever the query string says', async () => {
  const { page } = await openShop({ viewport: phone });
  await withCart(page);
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      for (const drawn of document.querySelectorAll('main h1, main input, main textarea'))
        drawn.setAttribute('data-first-drawn', '');
    });
  });
  for (const { path, fields } of frames) {
    await page.goto(`${path}?from=a-mail`);
    expect(await page.locator('main h1[data-first-drawn]').count(), path).toBe(1);
    for (const label of fields) {
      const drawn = await page.getByLabel(label, { exact: true }).getAttribute('data-first-drawn');
      expect(drawn, `${label} of ${path}`).not.toBeNull();
    }
    expect(await page.locator('title').count(), path).toBe(1);
    expect(await page.locator('meta[name=robots]').count(), path).toBe(1);
  }
});

test('the frames contain nothing about the visitor', async () => {
  const { page } = await openShop();
  const read = (path: string) => page.request.get(path).then((answer) => answer.text());
  const before = await Promise.all(frameAddresses.map(read));
  await signIn(page, 'customer');
  expect(await Promise.all(frameAddresses.map(read))).toEqual(before);
});
