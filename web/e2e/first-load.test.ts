import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShop, phone } from './journey.ts';

/**
 * What the first visit to a page may cost until somebody touches it: bytes over the line, compressed, without
 * photographs. React, its router and TanStack Query alone are 85 kB.
 */
const most = { script: 120_000, style: 12_000, font: 30_000, all: 200_000, requests: 25 };

test.each([
  { title: 'home', path: '/' },
  { title: 'shelf', path: '/category/solar' },
  { title: 'product', path: '/product/pqwt-tc300' },
])('the first load of the $title page stays within its budget', async ({ path }) => {
  const { page } = await openShop({ viewport: phone });
  // What comes three seconds after the page is no part of it, also where a busy machine takes longer for the page.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    const unlessLater = (act: TimerHandler, ms?: number, ...rest: unknown[]) =>
      ms === 3000 ? 0 : setTimeout(act, ms, ...rest);
    Object.assign(window, { setTimeout: unlessLater });
  });
  const bodies: Promise<{ kind: string; bytes: number; text: string }>[] = [];
  let answers = 0;
  const count = (response: Response) => {
    answers += 1;
    const kind = response.request().resourceType();
    // Unchanged: drawings that come with a fresh list are asked for again, and have no body then.
    if (kind === 'image' || response.status() === 304) return;
    bodies.push(
      response.body().then((body) => ({
        kind,
        // A font is compressed already.
        bytes: kind === 'font' ? body.length : gzipSync(body).length,
        text: kind === 'script' ? body.toString() : '',
      })),
    );
  };
  page.on('response', count);
  await page.goto(path, { waitUntil: 'networkidle' });
  // What comes later is read by nobody, and would fail when the page is closed.
  page.off('response', count);
  const loaded = await Promise.all(bodies);
  const bytesOf = (...wanted: string[]) =>
    loaded.filter(({ kind }) => wanted.includes(kind)).reduce((sum, { bytes }) => sum + bytes, 0);
  expect(bytesOf('script')).toBeGreaterThan(50_000);
  expect(bytesOf('script')).toBeLessThanOrEqual(most.script);
  expect(bytesOf('stylesheet')).toBeGreaterThan(5000);
  expect(bytesOf('stylesheet')).toBeLessThanOrEqual(most.style);
  expect(bytesOf('font')).toBeLessThanOrEqual(most.font);
  expect(loaded.filter(({ kind }) => kind === 'font')).toHaveLength(1);
  expect(loaded.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(most.all);
  expect(answers).toBeLessThanOrEqual(most.requests);

  // Forms bring these with them, and the dashboard its own: nobody else waits for them.
  const code = loaded.map(({ text }) => text).join('\n');
  expect(code, 'yup').not.toContain('is a required field');
  expect(code, 'formik').not.toContain('Formik');
  expect(code, 'supabase').not.toMatch(/supabase/i);
  expect(code, 'links of the router').not.toContain('data-discover');
  // Nor does a shop that reports its errors to nobody have any code for that.
  expect(code, 'error reports').not.toContain('unhandledrejection');
});

test('a page that is not rendered beforehand says that it is coming while its code is on the way', async () => {
  const { page } = await openShop({ viewport: phone });
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/admin', { waitUntil: 'commit' });
  const coming = page.getByText('Opening the shop …');
  await coming.waitFor();
  release();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await coming.isVisible()).toBe(false);
});
