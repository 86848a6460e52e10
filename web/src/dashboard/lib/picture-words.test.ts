import { expect, test } from 'vitest';
import { picturesInWords } from './picture-words.ts';

test('a gallery in words has a line for each picture, with what it shows or its file', () => {
  const stored = `https://shop.example/storage/v1/object/public/products/${'ab'.repeat(32)}-1200.webp`;
  expect(
    picturesInWords([
      { url: '/a.webp', alt: 'Front' },
      { url: '/b.webp', alt: '' },
      { url: stored, alt: '' },
    ]),
  ).toBe('1. Front\n2. b.webp\n3. abababababab…');
  expect(picturesInWords([])).toBe('nothing');
});
