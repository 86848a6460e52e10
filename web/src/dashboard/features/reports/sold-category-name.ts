import { categoryName } from '#dashboard/lib/category-names.ts';

/** The name of a category of what was sold, among which delivery is one. */
export const soldCategoryName = (category: string): string =>
  category === 'delivery' ? 'Delivery' : categoryName(category);
