/**
 * What the shop is called and how to reach it, in one place. An owner changes these lines;
 * these are demonstration values.
 */
export const shopFacts = {
  name: 'Instruments & Current',
  claim: 'Survey the ground. Power the site.',
  email: 'sales@instruments-and-current.example',
  phones: [
    { shown: '+254 700 000 000', dialled: '+254700000000' },
    { shown: '+254 711 000 000', dialled: '+254711000000' },
  ],
  town: 'Nairobi',
  address: 'Demonstration House, Industrial Area, Nairobi, Kenya',
  copyrightYear: 2024,
} as const;
