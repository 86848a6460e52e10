import type { ShopCategory } from '@contract/products.ts';

export type HeroSlide = {
  category: ShopCategory;
  title: string;
  /** One sentence. */
  sentence: string;
  /** The start of the link's text, before "from KES …". */
  action: string;
};

/** The slides of the carousel, in order. The title of the first is the page's heading. */
export const heroSlides: readonly HeroSlide[] = [
  {
    category: 'solar',
    title: 'Power the site before the grid arrives',
    sentence: 'Panels, batteries and inverters that fit each other, for homes, clinics and boreholes.',
    action: 'Solar systems',
  },
  {
    category: 'instruments',
    title: 'Know the ground before you drill it',
    sentence: 'Resistivity meters from ABEM, IRIS and Lippmann; every Terrameter is delivered free.',
    action: 'Survey instruments',
  },
  {
    category: 'pqwt',
    title: 'Mark the drilling point the same day',
    sentence: 'PQWT detectors draw the groundwater section on their own screen, 100 to 900 m down.',
    action: 'Water detectors',
  },
  {
    category: 'gps',
    title: 'Every beacon where the plan says it is',
    sentence: 'From Garmin handhelds to Emlid, CHCNAV and Trimble receivers that measure tilted.',
    action: 'GPS equipment',
  },
];
