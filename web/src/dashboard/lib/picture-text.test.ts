import { expect, test } from 'vitest';
import { picturesText } from './picture-text.ts';

test('the text of a gallery has a line for each picture, with its alt text or its file name', () => {
  const stored = `https://shop.example/storage/v1/object/public/products/${'ab'.repeat(32)}-1200.webp`;
  expect(
    picturesText([
      { url: '/a.webp', alt: 'Front' },
      { url: '/b.webp', alt: '' },
      { url: stored, alt: '' },
    ]),
  ).toBe('1. Front\n2. b.webp\n3. abababababab…');
  expect(picturesText([])).toBe('nothing');
});
