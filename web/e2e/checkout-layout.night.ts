import { expect, test } from 'vitest';
import { openTwelveLines } from './checkout-screens.ts';
import { desktop, openShop, phone } from './journey.ts';
import { withCart } from './shop-states.ts';

test.each([phone, desktop])(
  'with twelve lines, at $width pixels, the total and the button stay on screen, wherever the page is scrolled',
  async (viewport) => {
    const { page } = await openShop({ viewport });
    await openTwelveLines(page);
    const fold = page.locator('summary', { hasText: 'Order Summary' });
    if (viewport === phone) await fold.click();
    // What does not fit is said when the answer comes.
    await page.waitForLoadState('networkidle');
    const button = page.getByRole('button', { name: 'pay via Card' });
    const total = page.locator('form p', { hasText: /^Total/ });
    const positionOf = async (part: typeof button) => (await part.boundingBox()) ?? { y: -1, height: 0 };
    const tallest = await page.evaluate(() => document.documentElement.scrollHeight);
    const last = await page
      .locator('footer')
      .evaluate((foot) => foot.getBoundingClientRect().top + window.scrollY);
    for (const top of [0, tallest / 4, tallest / 2, last - viewport.height]) {
      await page.evaluate((y) => window.scrollTo(0, y), top);
      const [ofButton, ofTotal] = [await positionOf(button), await positionOf(total)];
      for (const place of [ofButton, ofTotal]) {
        expect(place.y, `from ${top}`).toBeGreaterThanOrEqual(0);
        expect(place.y + place.height, `from ${top}`).toBeLessThanOrEqual(viewport.height);
      }
      expect(Math.abs(ofButton.y - ofTotal.y)).toBeLessThan(80);
    }
  },
);

test('at 400 % zoom the bar with the pay button leaves half of the screen free', async () => {
  const viewport = { width: 320, height: 180 };
  const { page } = await openShop({ viewport });
  await withCart(page);
  await page.goto('/checkout');
  const pay = page.getByRole('button', { name: 'pay via Card' });
  const bar = await pay.locator('..').boundingBox();
  expect(bar?.y).toBeGreaterThanOrEqual(viewport.height / 2);
  await pay.click();
  await page.getByText('Please fill in all required fields').waitFor();
});
