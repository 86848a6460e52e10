import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { siteUrl } from '#lib/format/site-origin.ts';
import { ShareProduct } from './share-product.tsx';

const shared = <ShareProduct name="Level" path="/product/level" />;

it('shares the address at which the page was opened, and until then that of the build', () => {
  render(shared);
  const { href } = screen.getByRole<HTMLAnchorElement>('link', { name: 'WhatsApp' });
  expect(decodeURIComponent(href)).toBe(`https://wa.me/?text=Level\n${window.location.origin}/product/level`);
  expect(renderToString(shared)).toContain(encodeURIComponent(siteUrl('/product/level')));
});
