import type { Locator, Page } from 'playwright-core';
import { productForm } from './admin-products-scene.ts';
import type { Screen } from './screen.ts';
import { holdRequests, signIn } from './shop-states.ts';

/** The EXIF orientation of a camera held upright: rotate to the right. */
const turnedRight = Buffer.from(
  'ffe10022' +
    Buffer.from('Exif\0\0').toString('hex') +
    '4d4d002a00000008' +
    '0001' +
    '0112000300000001' +
    '00060000' +
    '00000000',
  'hex',
);

export type Photo = { width: number; height: number; noise: number };

/**
 * A JPEG as from a phone: sideways, with an EXIF orientation. Its upper edge, once upright, is green. `noise` from 0
 * to 255 makes the file large.
 */
export async function takePhoto(page: Page, { width, height, noise }: Photo): Promise<Buffer> {
  const base64 = await page.evaluate(
    async (photo) => {
      const canvas = document.createElement('canvas');
      canvas.width = photo.width;
      canvas.height = photo.height;
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      // Interpreted code takes seconds for every pixel of a large photo: a tile of noise is repeated.
      const tile = document.createElement('canvas');
      tile.width = tile.height = 256;
      const image = new ImageData(tile.width, tile.height);
      // Another photo each time.
      let seed = Math.floor(Math.random() * 2 ** 31);
      for (let i = 0; i < image.data.length; i += 1) {
        seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
        const noise = (((seed >>> 24) - 128) * photo.noise) / 255;
        // The second of two pixels is the opposite of the first: scaled down, most of the noise is gone, as a camera's is.
        const isSecond = i % 8 > 3;
        image.data[i] = i % 4 === 3 ? 255 : isSecond ? 256 - (image.data[i - 4] as number) : 128 + noise;
      }
      tile.getContext('2d')?.putImageData(image, 0, 0);
      context.fillStyle = context.createPattern(tile, 'repeat') as CanvasPattern;
      context.fillRect(0, 0, photo.width, photo.height);
      context.fillStyle = '#00c000';
      context.fillRect(0, 0, photo.width / 5, photo.height);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 1));
      const bytes = new Uint8Array(await (blob as Blob).arrayBuffer());
      let text = '';
      for (let at = 0; at < bytes.length; at += 32_768) {
        text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
      }
      return btoa(text);
    },
    { width, height, noise },
  );
  const jpeg = Buffer.from(base64, 'base64');
  return Buffer.concat([jpeg.subarray(0, 2), turnedRight, jpeg.subarray(2)]);
}

/** Opens the form of a new product, filled in except for the picture. */
export async function newProductForm(page: Page, over: object = {}): Promise<ReturnType<typeof productForm>> {
  const form = productForm(over);
  await page.goto('/admin/products/new');
  await page.getByLabel('Name', { exact: true }).fill(form.name);
  await page.getByLabel('Category').selectOption(form.category);
  await page.getByLabel('Description').fill(form.description);
  await page.getByLabel('Price (KES)').fill(String(form.price));
  await page.getByLabel('Stock', { exact: true }).fill(String(form.stock));
  return form;
}

export const imageUrlField = (page: Page) => page.getByLabel('Image URL', { exact: true });

/** Chooses a file, which to the page is the same as a photo from a phone's camera. */
export const choosePicture = (page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> =>
  choosePictures(page, [{ name, mimeType, buffer }]);

export type PhotoFile = { name: string; mimeType: string; buffer: Buffer };

/** Chooses several files at once, or one on the disk: a large one takes the browser seconds to receive. */
export async function choosePictures(page: Page, files: PhotoFile[] | string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose or take pictures' }).click();
  await (await chooser).setFiles(files, { timeout: 60_000 });
}

/** Scaling a large photo takes a while on a slow machine. */
export const isStored = (page: Page) =>
  page.getByText('The picture is stored in three sizes').waitFor({ timeout: 60_000 });

/** The picture of an element: its URL, its natural size, and how green its upper and left edges are, 0 to 1. */
export async function shownPicture(image: Locator) {
  return image.evaluate(async (element) => {
    const img = element as HTMLImageElement;
    await img.decode();
    const bytes = await (await fetch(img.currentSrc)).blob();
    const bitmap = await createImageBitmap(bytes);
    const canvas = document.createElement('canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.drawImage(bitmap, 0, 0);
    const greenIn = (x: number, y: number, width: number, height: number) => {
      const { data } = context.getImageData(x, y, width, height);
      let green = 0;
      for (let i = 0; i < data.length; i += 4) {
        if ((data[i + 1] ?? 0) > 150 && (data[i] ?? 255) < 80 && (data[i + 2] ?? 255) < 80) green += 1;
      }
      return green / (data.length / 4);
    };
    return {
      address: img.currentSrc,
      type: bytes.type,
      bytes: bytes.size,
      width: bitmap.width,
      height: bitmap.height,
      greenAbove: greenIn(0, 0, bitmap.width, Math.ceil(bitmap.height / 10)),
      greenBelow: greenIn(0, Math.floor(bitmap.height * 0.5), bitmap.width, Math.floor(bitmap.height / 2)),
    };
  });
}

/** So small that preparing it for the shop takes no time. */
export const smallPhoto = { width: 240, height: 180, noise: 5 };

/** Photos, each different. */
export async function takePhotos(page: Page, count: number, photo = smallPhoto): Promise<Buffer[]> {
  const photos: Buffer[] = [];
  while (photos.length < count) photos.push(await takePhoto(page, photo));
  return photos;
}

async function openForm(page: Page): Promise<Buffer> {
  await signIn(page, 'admin');
  await newProductForm(page);
  return takePhoto(page, smallPhoto);
}

/** The rows of the gallery in order. */
export const galleryRows = (page: Page) =>
  page.getByRole('list', { name: 'Pictures in their order' }).getByRole('listitem');

/** The states of the field, for screenshots and accessibility checks. */
export const pictureScreens: readonly Screen[] = [
  {
    name: 'admin-picture-stored',
    show: async (page) => {
      await choosePicture(page, 'auger.jpg', 'image/jpeg', await openForm(page));
      await isStored(page);
    },
  },
  {
    name: 'admin-gallery',
    show: async (page) => {
      const photo = await openForm(page);
      const photos = [photo, ...(await takePhotos(page, 2))];
      await choosePictures(
        page,
        photos.map((buffer, i) => ({ name: `${i}.jpg`, mimeType: 'image/jpeg', buffer })),
      );
      await galleryRows(page).nth(2).waitFor({ timeout: 60_000 });
      await page.getByLabel('Alt text of picture 1').fill('Auger, folded');
      await page.getByRole('button', { name: 'Remove picture 3' }).click();
      await page.getByText('was removed').waitFor();
    },
  },
  {
    name: 'admin-picture-sending',
    show: async (page) => {
      const photo = await openForm(page);
      await holdRequests(page, '/api/pictures/*-640.webp');
      await choosePicture(page, 'auger.jpg', 'image/jpeg', photo);
      await page.getByText('Sending size 2 of 3').waitFor();
    },
  },
  {
    name: 'admin-picture-refused',
    show: async (page) => {
      await openForm(page);
      await choosePicture(page, 'auger.jpg', 'image/jpeg', Buffer.from('Dear owner, the photo follows.'));
      await page.getByText('is not a picture').waitFor();
    },
  },
  {
    name: 'admin-picture-offline',
    expected: [/ERR_INTERNET_DISCONNECTED/],
    show: async (page) => {
      const photo = await openForm(page);
      await page.route('**/api/pictures/*-640.webp', (route) => route.abort('internetdisconnected'));
      await choosePicture(page, 'auger.jpg', 'image/jpeg', photo);
      await page.getByText('The picture is kept').waitFor();
    },
  },
];
