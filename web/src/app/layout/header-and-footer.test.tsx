import { defaultShopDetails, shownPhone } from '@contract/shop-details.ts';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { addToCart } from '#storefront/features/cart/cart-store.ts';
import { answerApi, renderInShop } from '#testing/render-in-shop.tsx';
import { terrameter } from '#testing/terrameter.ts';
import { ShopRoutes } from '../routes.tsx';

const categories = [
  ['Solar Systems', '/category/solar'],
  ['Batteries', '/category/batteries'],
  ['Survey Instruments', '/category/instruments'],
  ['Inverters', '/category/invertors'],
  ['DC Converters', '/category/converters'],
  ['Water Detection', '/category/pqwt'],
  ['GPS Equipment', '/category/gps'],
];

beforeEach(() => {
  answerApi(503, '');
  renderInShop(<ShopRoutes />, '/returns');
});

/** The links in a part of the page, as text and address. */
const linksIn = (part: HTMLElement) =>
  within(part)
    .getAllByRole('link')
    .map((link) => [link.textContent.trim(), link.getAttribute('href')]);

test('the header leads home, to the seven categories, to Sign In and Sign Up', () => {
  expect(linksIn(screen.getByRole('navigation', { name: 'Product categories' }))).toEqual(categories);
  // The heading of the page is a banner, too.
  const [banner] = screen.getAllByRole('banner');
  const header = within(banner as HTMLElement);
  for (const [name, address] of [
    [/home$/, '/'],
    ['Sign In', '/login'],
    ['Sign Up', '/register'],
  ] as const)
    expect(header.getByRole('link', { name }).getAttribute('href')).toBe(address);
});

test('the footer lists categories, service pages, contacts, the year and card payment', () => {
  const footer = screen.getByRole('contentinfo');
  expect(linksIn(footer)).toEqual([
    ...categories,
    ['Contact Us', `mailto:${defaultShopDetails.email}`],
    ['Shipping Info', '/shipping-info'],
    ['Returns', '/returns'],
    ['Warranty', '/warranty'],
    ['My Orders', '/orders'],
    ['Find My Order', '/find-order'],
    ...defaultShopDetails.phones.map((phone) => [shownPhone(phone), `tel:${phone}`]),
    [defaultShopDetails.email, `mailto:${defaultShopDetails.email}`],
    ['Terms of Sale', '/terms'],
    ['Privacy', '/privacy'],
  ]);
  for (const words of ['Categories', 'Customer Service', 'Contact Info'])
    within(footer).getByRole('heading', { name: words });
  for (const words of [/Nairobi/, /© 2024/, /card payments.*bank/i]) within(footer).getByText(words);
});

test('the badge shows the number of items, and is hidden for an empty cart', async () => {
  const button = screen.getByRole('button', { name: 'Cart' });
  expect(button.nextElementSibling).toBeNull();
  addToCart(terrameter, 2);
  addToCart({ ...terrameter, id: 'p2' }, 3);
  await screen.findByRole('button', { name: 'Cart, 5 items' });
  expect(button.nextElementSibling?.textContent).toBe('5');
});
