/** The pages that answer questions about buying, in the order in which they are shown. */
export const servicePages = [
  { path: '/shipping-info', title: 'Shipping Info' },
  { path: '/returns', title: 'Returns' },
  { path: '/warranty', title: 'Warranty' },
] as const;
