import type { ProductPage } from '@contract/products.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { ProductGallery } from './product-gallery.tsx';

const product = { slug: 'auger', name: 'Hand auger', category: 'instruments', model: null, keyValues: [] };
const pictures = [
  { url: '/a.webp', alt: '' },
  { url: '/b.webp', alt: 'In its case' },
  { url: '/c.webp', alt: '' },
];

// jsdom loads no pictures: they are loading until a test fires an event.
beforeEach(() => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
});

const show = (shown: ProductPage['pictures']) =>
  renderInShop(<ProductGallery product={product as unknown as ProductPage['product']} pictures={shown} />);
const thumbnail = (name: RegExp) => within(screen.getByRole('list')).getByRole('button', { name });

test('a product without pictures has its drawing, and no gallery', () => {
  show([]);
  screen.getByText('INSTRUMENTS');
  expect(screen.queryByRole('region', { name: 'Pictures' })).toBeNull();
});

test('each picture has its alt text, or the name of the product', () => {
  show(pictures);
  expect(screen.getAllByRole('img', { hidden: true }).map((image) => image.getAttribute('alt'))).toEqual(
    expect.arrayContaining(['Hand auger', 'In its case', 'Hand auger, picture 3']),
  );
});

test('only the first picture is loaded at once, and each has its size reserved', () => {
  show(pictures);
  const images = [...document.querySelectorAll<HTMLImageElement>('img[alt]:not([alt=""])')];
  expect(images.map((image) => image.getAttribute('loading'))).toEqual(['eager', 'lazy', 'lazy']);
  for (const image of images) expect([image.width, image.height]).toEqual([1200, 900]);
});

test('arrow keys, Home and End show another picture and move the focus', async () => {
  const user = show(pictures);
  expect(screen.getByText('1 of 3')).toBeTruthy();
  await user.click(thumbnail(/^Picture 2 of 3: In its case/));
  expect(screen.getByText('2 of 3').getAttribute('aria-live')).toBe('polite');
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(thumbnail(/^Picture 3/));
  expect(thumbnail(/^Picture 3/).getAttribute('aria-current')).toBe('true');
  // There is no fourth picture.
  await user.keyboard('{ArrowRight}');
  screen.getByText('3 of 3');
  await user.keyboard('{Home}');
  screen.getByText('1 of 3');
  await user.keyboard('{End}');
  screen.getByText('3 of 3');
});

test('a picture that fails to load is left out, and without any the drawing is shown', () => {
  show(pictures.slice(0, 2));
  fireEvent.error(screen.getByAltText('Hand auger'));
  expect(screen.queryByRole('list')).toBeNull();
  fireEvent.error(screen.getByAltText('In its case'));
  screen.getByText('INSTRUMENTS');
});
