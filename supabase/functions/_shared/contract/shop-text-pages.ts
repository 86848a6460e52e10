// Apart from the texts, which the first page loads.

/** The pages whose text an admin writes. */
export const textPages = ['home', 'shipping', 'returns', 'warranty', 'terms', 'privacy'] as const;
export type TextPage = (typeof textPages)[number];

/** What each is called, and where it is. */
export const textPageOf: Record<TextPage, { title: string; path: string }> = {
  home: { title: 'Home', path: '/' },
  shipping: { title: 'Shipping Information', path: '/shipping-info' },
  returns: { title: 'Returns & Refunds', path: '/returns' },
  warranty: { title: 'Warranty', path: '/warranty' },
  terms: { title: 'Terms of Sale', path: '/terms' },
  privacy: { title: 'Privacy', path: '/privacy' },
};
