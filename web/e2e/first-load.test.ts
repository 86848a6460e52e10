import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openShop, phone } from './journey.ts';

/** Bytes over the line, compressed, that the front page may cost on its first visit. */
const budget = { script: 130_000, style: 20_000, font: 30_000 };

test('the front page loads at most 130 kB of script, 20 kB of style and one font', async () => {
  const { page } = await openShop({ viewport: phone });
  const bodies: Promise<{ kind: string; bytes: number; text: string }>[] = [];
  page.on('response', (response) => {
    const kind = response.request().resourceType();
    if (!Object.hasOwn(budget, kind)) return;
    bodies.push(
      response.body().then((body) => ({
        kind,
        // A font is compressed already.
        bytes: kind === 'font' ? body.length : gzipSync(body).length,
        text: kind === 'script' ? body.toString() : '',
      })),
    );
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  const loaded = await Promise.all(bodies);
  const bytesOf = (wanted: string) =>
    loaded.filter(({ kind }) => kind === wanted).reduce((sum, { bytes }) => sum + bytes, 0);
  expect(bytesOf('script')).toBeGreaterThan(50_000);
  expect(bytesOf('script')).toBeLessThanOrEqual(budget.script);
  expect(bytesOf('style')).toBeLessThanOrEqual(budget.style);
  expect(bytesOf('font')).toBeLessThanOrEqual(budget.font);
  expect(loaded.filter(({ kind }) => kind === 'font')).toHaveLength(1);

  // Forms bring these with them, and the dashboard its own: nobody else waits for them.
  const code = loaded.map(({ text }) => text).join('\n');
  expect(code, 'yup').not.toContain('is a required field');
  expect(code, 'formik').not.toContain('Formik');
  expect(code, 'supabase').not.toMatch(/supabase/i);
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
