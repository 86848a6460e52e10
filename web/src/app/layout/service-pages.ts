/** Pages with information about buying, in display order. */
export const servicePages = [
  { path: '/shipping-info', title: 'Shipping Info' },
  { path: '/returns', title: 'Returns' },
  { path: '/warranty', title: 'Warranty' },
] as const;

/** Pages with legal information, linked in the footer. */
export const legalPages = [
  { path: '/terms', title: 'Terms of Sale' },
  { path: '/privacy', title: 'Privacy' },
] as const;
