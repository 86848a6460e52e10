import { publicEndpoint } from './endpoint.ts';

/** The pages whose text an admin writes. */
export const textPages = ['shipping', 'returns', 'warranty', 'terms', 'privacy'] as const;
export type TextPage = (typeof textPages)[number];

/** What each is called, and where it is. */
export const textPageOf: Record<TextPage, { title: string; path: string }> = {
  shipping: { title: 'Shipping Information', path: '/shipping-info' },
  returns: { title: 'Returns & Refunds', path: '/returns' },
  warranty: { title: 'Warranty', path: '/warranty' },
  terms: { title: 'Terms of Sale', path: '/terms' },
  privacy: { title: 'Privacy', path: '/privacy' },
};

export const blockKinds = [
  'lead',
  'heading',
  'subheading',
  'paragraph',
  'list',
  'steps',
  'table',
  'county',
  'times',
  'free',
  'rates',
  'contact',
] as const;
/**
 * A part of a page's text. `text`: of a list and of steps a line for each (`Title | what to do`); of a table its caption,
 * its two headers and a line for each row (`name | value`); empty for what the shop writes itself (from `county` on).
 * `**bold**`, `[words](/address)`, `{name}`, `{address}`, `{hours}` and `{processed}` may stand in it.
 */
export type TextBlock = { kind: (typeof blockKinds)[number]; text: string };

/** 404 `not_found` for another page. */
export const getShopText = publicEndpoint<TextBlock[]>('/api/shop-texts/:page');
