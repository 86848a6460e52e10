import { expect, test, vi } from 'vitest';
import { decodePicture, encodings, sizeInWidth } from './prepared-picture.ts';

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

test.each([
  ['notes.jpg', 'Dear owner, the photo follows.', /^“notes.jpg” is not a picture, or is damaged/],
  ['iphone.HEIC', 'ftypheic', /^“iphone.HEIC” is in HEIC, the format of iPhones/],
  ['huge.jpg', new Uint8Array(40_000_001), /^“huge.jpg” has 41 MB\. A picture can have at most 40 MB/],
])('%s is refused with the reason', async (name, content, reason) => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('The source cannot be decoded.')));
  await expect(decodePicture(new File([content], name))).rejects.toThrow(reason);
});
