/** What of the shop a developer changes; its name and how it is reached are `ShopDetails`, which an admin changes. */
export const shopFacts = {
  claim: 'Survey the ground. Power the site.',
  town: 'Nairobi',
  copyrightYear: 2024,
} as const;
