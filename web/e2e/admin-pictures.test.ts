import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  choosePicture,
  choosePictures,
  galleryRows,
  imageUrlField,
  isStored,
  newProductForm,
  shownPicture,
  smallPhoto,
  takePhoto,
  takePhotos,
} from './admin-pictures-scene.ts';
import { openShop, phone } from './journey.ts';
import { db } from './shop-database.ts';
import { signIn } from './shop-states.ts';
import { onDesktop, onPhone, type Width } from './widths.ts';

/** A phone with touch and a device pixel ratio of 3. */
const visits = (widths: readonly Width[]) =>
  widths.map(
    ([name, viewport]) =>
      [
        name,
        viewport === phone
          ? { viewport, context: { deviceScaleFactor: 3, hasTouch: true, isMobile: true } }
          : { viewport },
      ] as const,
  );

type Handed = { how: 'drop' | 'paste'; name: string; type?: string; photo: Buffer };

/** Drops or pastes a file. */
async function hand(page: Page, { how, name, type = 'image/jpeg', photo }: Handed) {
  await page.evaluate(
    (handed) => {
      const bytes = Uint8Array.from(atob(handed.base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], handed.name, { type: handed.type }));
      const zone = [...document.querySelectorAll('p')].find((one) =>
        one.textContent?.startsWith('Or drop them here'),
      );
      if (handed.how === 'drop') {
        for (const event of ['dragenter', 'dragover', 'drop']) {
          zone?.dispatchEvent(new DragEvent(event, { bubbles: true, cancelable: true, dataTransfer: data }));
        }
      } else {
        document.body.dispatchEvent(
          new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }),
        );
      }
    },
    { how, name, type, base64: photo.toString('base64') },
  );
}

/** Scaling a picture takes a while on a slow machine. */
const slowStep = { timeout: 15_000 };

describe.each(visits(onPhone))('on %s', (_, visit) => {
  test('the first product is created with a large photo, which its category shows upright and scaled down', async () => {
    const { page } = await openShop(visit);
    await signIn(page, 'admin');
    const form = await newProductForm(page, { category: 'converters', name: `Shunt ${Date.now()}` });
    const photo = await takePhoto(page, { width: 3264, height: 2448, noise: 255 });
    expect(photo.length).toBeGreaterThan(15_000_000);
    const folder = await mkdtemp(join(tmpdir(), 'photo-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'IMG_2041.jpg'), photo);
    await choosePictures(page, join(folder, 'IMG_2041.jpg'));
    await isStored(page);
    expect(await imageUrlField(page).inputValue()).toMatch(
      /\/storage\/v1\/object\/public\/products\/[0-9a-f]{64}-1200\.webp$/,
    );
    await page.getByRole('button', { name: 'Create Product' }).click();
    await page.getByText('Product created').waitFor();

    await page.goto('/category/converters?sort=newest');
    const image = page.locator('article', { hasText: form.name }).locator('img');
    await image.scrollIntoViewIfNeeded();
    const shown = await shownPicture(image);
    expect(shown.address).toMatch(/-(320|640)\.webp$/);
    expect(shown.type).toBe('image/webp');
    expect(shown.bytes).toBeLessThanOrEqual(30_000);
    // 3264 wide in the file; upright it is taller than wide.
    expect(shown.height / shown.width).toBeCloseTo(4 / 3, 1);
    expect(shown.greenAbove).toBeGreaterThan(0.8);
    expect(shown.greenBelow).toBeLessThan(0.1);
    const stored = await db()<{ name: string; size: number }[]>`
      select o.name, (o.metadata ->> 'size')::integer as size from storage.objects o join public.products p
      on p.image_url like '%/' || split_part(o.name, '-', 1) || '-1200.webp' where p.name = ${form.name} order by size`;
    expect(stored.map(({ name }) => name.split('-')[1]).sort()).toEqual([
      '1200.webp',
      '320.webp',
      '640.webp',
    ]);
    expect(stored.every(({ size }) => size <= 200_000)).toBe(true);
  });
});

describe.each(visits(onDesktop))('on %s', (_, visit) => {
  test('a picture is dropped, and another one pasted', async () => {
    const { page } = await openShop(visit);
    await signIn(page, 'admin');
    await newProductForm(page);
    const photo = await takePhoto(page, smallPhoto);
    await hand(page, { how: 'drop', name: 'dropped.jpg', photo });
    await isStored(page);
    const dropped = await imageUrlField(page).inputValue();
    const screenshot = await takePhoto(page, smallPhoto);
    await hand(page, { how: 'paste', name: 'image.png', type: 'image/png', photo: screenshot });
    await expect.poll(() => galleryRows(page).count(), slowStep).toBe(2);
    expect(await imageUrlField(page).inputValue()).toBe(dropped);
    // The same picture again is not uploaded.
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().includes('/api/pictures/')) sent += 1;
    });
    await hand(page, { how: 'drop', name: 'again.jpg', photo });
    await page.getByText('This picture is in the gallery already').waitFor(slowStep);
    expect(sent).toBe(0);
    expect(await galleryRows(page).count()).toBe(2);
  });

  test('files that were uploaded and never saved are deleted when a product is saved a day later', async () => {
    const { page } = await openShop(visit);
    await signIn(page, 'admin');
    await newProductForm(page);
    await choosePicture(page, 'staff.jpg', 'image/jpeg', await takePhoto(page, smallPhoto));
    await isStored(page);
    const [, hash = ''] = /([0-9a-f]{64})-1200/.exec(await imageUrlField(page).inputValue()) ?? [];
    const files = async () =>
      (await db()`select 1 from storage.objects where name like ${`${hash}-%`}`).length;
    expect(await files()).toBe(3);
    await imageUrlField(page).fill('/favicon.svg');
    await db().begin(async (sql) => {
      // Otherwise the time of the last change is now.
      await sql`set local session_replication_role = replica`;
      await sql`update storage.objects set created_at = now() - interval '2 days', updated_at = now() - interval '2 days'
        where name like ${`${hash}-%`}`;
    });
    await page.getByRole('button', { name: 'Create Product' }).click();
    await page.getByText('Product created').waitFor();
    await expect.poll(files, slowStep).toBe(0);
  });

  test('several pictures are chosen at once, ordered by keyboard, described, removed and put back', async () => {
    const { page } = await openShop(visit);
    await signIn(page, 'admin');
    const form = await newProductForm(page);
    const files = async (count: number) =>
      (await takePhotos(page, count)).map((buffer, i) => ({
        name: `photo-${i + 1}.jpg`,
        mimeType: 'image/jpeg',
        buffer,
      }));
    await choosePictures(page, await files(3));
    await galleryRows(page).nth(2).waitFor({ timeout: 60_000 });
    for (const [index, alt] of ['Front', 'Back', 'Case'].entries()) {
      await page.getByLabel(`Alt text of picture ${index + 1}`).fill(alt);
    }
    const alts = () =>
      galleryRows(page)
        .getByRole('textbox')
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    const first = await imageUrlField(page).inputValue();
    // The focus moves with the picture: two presses move it by two positions.
    await page.getByRole('button', { name: 'Move picture 3 up' }).press('Enter');
    await expect.poll(alts).toEqual(['Front', 'Case', 'Back']);
    await page.keyboard.press('Enter');
    await expect.poll(alts).toEqual(['Case', 'Front', 'Back']);
    expect(await imageUrlField(page).inputValue()).not.toBe(first);
    await page.getByRole('button', { name: 'Remove picture 2' }).click();
    await expect.poll(alts).toEqual(['Case', 'Back']);
    await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
    await expect.poll(alts).toEqual(['Case', 'Front', 'Back']);
    // The gallery has a limit of eight.
    await choosePictures(page, await files(6));
    await page.getByText('“photo-6.jpg” was left out: a product has at most 8 pictures.').waitFor();
    await galleryRows(page).nth(7).waitFor({ timeout: 60_000 });
    await page.getByText('The gallery is full').waitFor();
    await page.getByRole('button', { name: 'Create Product' }).click();
    await page.getByText('Product created').waitFor();
    const [row] = await db()<{ alts: string[]; is_first: boolean }[]>`
      select array(select k ->> 'alt' from jsonb_array_elements(pictures) k) as alts,
        image_url = pictures -> 0 ->> 'url' as is_first from public.products where name = ${form.name}`;
    expect(row).toEqual({ alts: ['Case', 'Front', 'Back', '', '', '', '', ''], is_first: true });
  });
});
