import { type ShopCategory, shopCategories } from '@contract/products.ts';

export type Category = {
  key: ShopCategory;
  /** The label in the navigation and the page's heading. */
  title: string;
  /** One sentence: what the category contains and for whom. */
  subtitle: string;
};

const facts: Record<ShopCategory, Omit<Category, 'key'>> = {
  solar: {
    title: 'Solar Systems',
    subtitle: 'Panels, portable power and complete kits for homes, clinics, schools and boreholes.',
  },
  batteries: {
    title: 'Batteries',
    subtitle: 'Lithium and deep-cycle storage that carries the night load, from 2.4 kWh up.',
  },
  instruments: {
    title: 'Survey Instruments',
    subtitle: 'Resistivity meters, seismographs, magnetometers and total stations for work in the ground.',
  },
  invertors: {
    title: 'Inverters',
    subtitle: 'Off-grid and hybrid inverters from 3 to 12 kW, single and three phase.',
  },
  converters: {
    title: 'DC Converters',
    subtitle: 'Steady 12 and 24 volts for radios, vehicles and control cabinets, and solar charge control.',
  },
  pqwt: {
    title: 'Water Detection',
    subtitle: 'PQWT detectors that draw the groundwater section on the spot, 100 to 900 metres deep.',
  },
  gps: {
    title: 'GPS Equipment',
    subtitle: 'Handhelds for marking points and RTK receivers for centimetres.',
  },
};

/** The seven categories in display order. */
export const categories: readonly Category[] = shopCategories.map((key) => ({ key, ...facts[key] }));

/** The category of this name; null when the shop has none. */
export function findCategory(category: string): Category | null {
  return categories.find(({ key }) => key === category) ?? null;
}

/** The heading of a category page, also for an unknown category. */
export function categoryHeading(category: string): { title: string; subtitle: string } {
  return findCategory(category) ?? { title: 'Products', subtitle: 'Browse our selection' };
}
