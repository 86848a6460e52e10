/** The pages that answer questions about buying, in the order in which they are shown. */
export const servicePages = [
  { path: '/shipping-info', title: 'Shipping Info' },
  { path: '/returns', title: 'Returns' },
  { path: '/warranty', title: 'Warranty' },
] as const;

/** The pages with the small print, at the foot of every page. */
export const legalPages = [
  { path: '/terms', title: 'Terms of Sale' },
  { path: '/privacy', title: 'Privacy' },
] as const;
