import { formCategories, type productCategories } from '@contract/product-form.ts';
import { shopCategories } from '@contract/products.ts';

/** The names of the categories; the last four have no page in the shop. */
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

/** The name of a category; an unknown one unchanged. */
export function categoryName(category: string): string {
  return Object.hasOwn(names, category) ? names[category as keyof typeof names] : category;
}

/** Whether this category has no page in the shop, so that its products are hard to find. */
export function isInNoCategory(category: string): boolean {
  return (formCategories as readonly string[]).includes(category);
}

const optionsOf = (categories: readonly string[]) =>
  categories.map((value) => ({ value, label: categoryName(value) }));

/** Options for a select: the categories of the shop, and those without a page. */
export const categoryOptions = [
  { label: 'Categories of the shop', options: optionsOf(shopCategories) },
  { label: 'Without a page in the shop', options: optionsOf(formCategories) },
];

/** Options of a filter: the categories that products of the shop have. */
export const allCategories = optionsOf(shopCategories);
