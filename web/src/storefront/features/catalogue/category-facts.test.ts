import { shopCategories } from '@contract/products.ts';
import { expect, test } from 'vitest';
import { categoryHeading, findCategory, categories } from './category-facts.ts';

test('every category of the contract is there, in order', () => {
  expect(categories.map(({ key }) => key)).toEqual([...shopCategories]);
});

test('an unknown category has the general heading Products', () => {
  expect(categoryHeading('fridges')).toEqual({ title: 'Products', subtitle: 'Browse our selection' });
  expect(findCategory('fridges')).toBeNull();
});
