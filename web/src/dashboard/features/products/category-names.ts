import { formCategories, type productCategories } from '@contract/product-form.ts';
import { shopCategories } from '@contract/products.ts';

/** As the shelves are called in the shop; the other four stand in no shelf. */
const names: Record<(typeof productCategories)[number], string> = {
  solar: 'Solar Systems',
  batteries: 'Batteries',
  instruments: 'Survey Instruments',
  invertors: 'Inverters',
  converters: 'DC Converters',
  pqwt: 'Water Detection',
  gps: 'GPS Equipment',
  fridges: 'Fridges',
  tvs: 'TVs',
  cooking: 'Cooking',
  washing: 'Washing',
};

/** The name of a category; an unknown one is its own name. */
export function categoryName(category: string): string {
  return (names as Record<string, string>)[category] ?? category;
}

const optionsOf = (categories: readonly string[]) =>
  categories.map((value) => ({ value, label: categoryName(value) }));

/** For a select: the shelves of the shop, and what no shelf shows. */
export const categoryOptions = [
  { label: 'Shelves of the shop', options: optionsOf(shopCategories) },
  { label: 'In no shelf', options: optionsOf(formCategories) },
];

/** The same, one below the other. */
export const allCategories = optionsOf([...shopCategories, ...formCategories]);
