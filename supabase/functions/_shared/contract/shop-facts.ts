/** What of the shop a developer changes; its name and how it is reached are `ShopDetails`, which an admin changes. */
export const shopFacts = {
  claim: 'Survey the ground. Power the site.',
  town: 'Nairobi',
  copyrightYear: 2024,
  /** When the owner's lawyer approved Terms of Sale and Privacy, as YYYY-MM-DD; null until then, and the overview says so. */
  legalTextsApprovedOn: null as string | null,
} as const;
