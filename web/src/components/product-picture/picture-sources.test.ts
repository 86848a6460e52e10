import { expect, test } from 'vitest';
import { gallerySources, tileSources } from './picture-sources.ts';

const hash = 'ab'.repeat(32);
const at = (file: string) => `https://x.supabase.co/storage/v1/object/public/products/${file}`;

test('a picture stored by the dashboard is offered to tiles in its two small sizes', () => {
  expect(tileSources(at(`${hash}-1200.webp`))).toEqual({
    src: at(`${hash}-640.webp`),
    srcSet: `${at(`${hash}-320.webp`)} 320w, ${at(`${hash}-640.webp`)} 640w`,
  });
  expect(tileSources(at(`${hash}-1200.jpg`))?.src).toBe(at(`${hash}-640.jpg`));
});

test('a product’s page is offered all three sizes', () => {
  expect(gallerySources(at(`${hash}-1200.webp`))).toBe(
    `${at(`${hash}-320.webp`)} 320w, ${at(`${hash}-640.webp`)} 640w, ${at(`${hash}-1200.webp`)} 1200w`,
  );
});

test.each([
  'https://pictures.example/freezer-1200.webp',
  '/pictures/freezer.webp',
  at(`${hash}-640.webp`),
  at(`${hash}-1200.png`),
  at(`${hash}-1200.webp?v=2`),
])('any other URL has one size: %s', (address) => {
  expect(tileSources(address)).toBeNull();
  expect(gallerySources(address)).toBeUndefined();
});
