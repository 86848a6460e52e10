import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choosePictures, galleryRows, newProductForm, takePhotos } from './admin-pictures-scene.ts';
import { openShop, phone } from './journey.ts';
import { framesDrawn } from './wait-for-page.ts';
import { db } from './shop-database.ts';
import { holdRequests, signIn } from './shop-states.ts';
import { onPhone } from './widths.ts';

const touch = { hasTouch: true, isMobile: true };

/** Swipes to the next picture. */
async function swipe(page: Page) {
  const box = await page.getByRole('region', { name: 'Pictures' }).boundingBox();
  if (!box) throw new Error('There is no gallery.');
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: share === undefined ? [] : [{ x: box.x + box.width * share, y: box.y + 60 }],
    });
  await touch('touchStart', 0.9);
  for (let share = 0.8; share > 0.15; share -= 0.05) await touch('touchMove', share);
  await touch('touchEnd');
}

/** The owner arranges three pictures of a new product. */
async function arrangeProduct() {
  const { page } = await openShop();
  await signIn(page, 'admin');
  const { name } = await newProductForm(page, { category: 'converters', name: `Shunt ${Date.now()}` });
  const photos = await takePhotos(page, 3, { width: 800, height: 600, noise: 5 });
  await choosePictures(
    page,
    photos.map((buffer, i) => ({ name: `photo-${i}.jpg`, mimeType: 'image/jpeg', buffer })),
  );
  await galleryRows(page).nth(2).waitFor({ timeout: 60_000 });
  for (const [index, alt] of ['Front', 'Back', 'Case'].entries()) {
    await page.getByLabel(`Alt text of picture ${index + 1}`).fill(alt);
  }
  await page.getByRole('button', { name: 'Move picture 3 up' }).click();
  await page.getByRole('button', { name: 'Move picture 2 up' }).click();
  await page.getByRole('button', { name: 'Create Product' }).click();
  await page.getByText('Product created').waitFor();
  const [product] = await db()<{ slug: string }[]>`select slug from public.products where name = ${name}`;
  return { slug: product?.slug ?? '', name };
}

test.each(onPhone)(
  'on %s a buyer swipes and enlarges the three pictures that the owner has arranged',
  async (_, viewport) => {
    const { slug, name } = await arrangeProduct();
    const { page } = await openShop({ viewport, context: viewport === phone ? touch : {} });
    const release = await holdRequests(page, '/storage/v1/object/public/**');
    await page.goto(`/product/${slug}`);
    const gallery = page.getByRole('region', { name: 'Pictures' });
    const heading = page.getByRole('heading', { level: 1, name });
    await gallery.getByText('1 of 3').waitFor();
    // Nothing moves when the pictures arrive.
    const before = await heading.boundingBox();
    release();
    const main = gallery.getByRole('button', { name: 'Enlarge: Case' });
    await expect
      .poll(() => main.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    expect(await heading.boundingBox()).toEqual(before);
    expect(
      await gallery
        .getByRole('list')
        .getByRole('button')
        .evaluateAll((all) => all.map((one) => one.ariaLabel)),
    ).toEqual(['Picture 1 of 3: Case', 'Picture 2 of 3: Front', 'Picture 3 of 3: Back']);

    await swipe(page);
    await gallery.getByText('2 of 3').waitFor();
    const front = gallery.getByRole('button', { name: 'Enlarge: Front' });
    /** Whether the picture has settled in its frame. */
    const isInFrame = async (button: Locator) => {
      const [box, frame] = [await button.boundingBox(), await gallery.boundingBox()];
      return Math.abs((box?.x ?? 0) - (frame?.x ?? 0)) < 3;
    };
    await expect.poll(() => isInFrame(front)).toBe(true);
    await framesDrawn(page);
    await front.focus();
    await page.keyboard.press('ArrowRight');
    await gallery.getByText('3 of 3').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.querySelector('img')?.alt);
    await expect.poll(focused).toBe('Back');
    // When the phone is turned, the same picture stays.
    await page.setViewportSize({ width: viewport.height, height: viewport.width });
    await framesDrawn(page);
    await expect.poll(() => isInFrame(gallery.getByRole('button', { name: 'Enlarge: Back' }))).toBe(true);
    await page.setViewportSize(viewport);
    await framesDrawn(page);
    await expect.poll(focused).toBe('Back');

    await page.keyboard.press('Enter');
    const zoom = page.getByRole('dialog', { name: '3 of 3' });
    const enlarged = zoom.getByRole('img', { name: 'Back' });
    const width = async () => (await enlarged.boundingBox())?.width ?? 0;
    const whole = await width();
    await zoom.getByRole('button', { name: 'Larger' }).click();
    await expect.poll(width).toBeCloseTo(whole * 1.5, -1);
    await page.keyboard.press('+');
    await expect.poll(width).toBeCloseTo(whole * 2, -1);
    await zoom.getByRole('button', { name: 'Previous picture' }).click();
    await page.getByRole('dialog', { name: '2 of 3' }).getByRole('img', { name: 'Front' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // The gallery follows, and the focus is restored.
    await gallery.getByText('2 of 3').waitFor();
    await expect.poll(focused).toBe('Front');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: '2 of 3' }).waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await heading.waitFor();

    // Search engines and link previews get them in the same order.
    expect(await page.locator('meta[property="og:image"]').count()).toBe(3);
  },
);
