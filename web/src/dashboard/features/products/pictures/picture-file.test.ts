import { expect, test, vi } from 'vitest';
import { decodePicture, pictureInFile } from './picture-file.ts';
import { encodings, sizeInWidth } from './prepared-picture.ts';

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)),
  );

test('the type of a file is decided by its first bytes, not by its name', () => {
  expect(pictureInFile(bytes('Dear Wanjiru, the photo is below')).kind).toBeNull();
  expect(pictureInFile(bytes('')).kind).toBeNull();
  expect(pictureInFile(bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')).kind).toBeNull();
  expect(pictureInFile(bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 ')).kind).toBe('webp');
  expect(pictureInFile(bytes('GIF89a')).kind).toBe('gif');
  expect(pictureInFile(bytes([0, 0, 0, 24], 'ftypheic')).kind).toBe('heic');
  expect(pictureInFile(bytes([0, 0, 0, 24], 'ftypavif')).kind).toBe('avif');
  expect(pictureInFile(bytes([0, 0, 0, 24], 'ftypisom')).kind).toBeNull();
});

test('the size of a picture is known before it is decoded', () => {
  const jpeg = bytes(
    [0xff, 0xd8],
    [0xff, 0xe1, 0, 8, 69, 120, 105, 102, 0, 0],
    [0xff, 0xc0, 0, 17, 8, 0x17, 0x70, 0x1f, 0x40, 3, 0, 0],
  );
  expect(pictureInFile(jpeg)).toEqual({ kind: 'jpeg', pixels: 6000 * 8000 });
  expect(pictureInFile(jpeg.slice(0, 14))).toEqual({ kind: 'jpeg', pixels: null });
  const png = bytes(
    [0x89],
    'PNG\r\n',
    [0x1a, 10],
    [0, 0, 0, 13],
    'IHDR',
    [0, 0, 0x75, 0x30],
    [0, 0, 0x75, 0x30],
  );
  expect(pictureInFile(png)).toEqual({ kind: 'png', pixels: 900_000_000 });
});

test('a picture is scaled down and never up, and keeps its aspect ratio', () => {
  expect(sizeInWidth({ width: 4000, height: 3000 }, 320)).toEqual({ width: 320, height: 240 });
  expect(sizeInWidth({ width: 3000, height: 4000 }, 1200)).toEqual({ width: 1200, height: 1600 });
  expect(sizeInWidth({ width: 200, height: 100 }, 640)).toEqual({ width: 200, height: 100 });
  expect(sizeInWidth({ width: 10, height: 20_000 }, 320)).toEqual({ width: 1, height: 640 });
  const cases = encodings();
  expect(
    cases.every(
      (one, i) => i === 0 || one.scale < cases[i - 1]!.scale || one.quality < cases[i - 1]!.quality,
    ),
  ).toBe(true);
});

const jpegStart = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0]);

test.each([
  ['notes.jpg', bytes('Dear owner, the photo follows.'), /^“notes.jpg” is not a picture/],
  ['empty.jpg', bytes(), /^“empty.jpg” is empty/],
  ['broken.jpg', jpegStart, /^“broken.jpg” is damaged/],
  ['iphone.heic', bytes([0, 0, 0, 24], 'ftypheic'), /^“iphone.heic” is in HEIC, the format of iPhones/],
  ['huge.jpg', new Uint8Array(40_000_001), /^“huge.jpg” has 41 MB\. A picture can have at most 40 MB/],
])('%s is refused with the reason', async (name, content, reason) => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('The source cannot be decoded.')));
  await expect(decodePicture(new File([content], name))).rejects.toThrow(reason);
});
