import { shopCategories } from '@contract/products.ts';
import { expect, test } from 'vitest';
import { categoryHeading, findCategory, categories } from './category-facts.ts';

test('every category of the contract is there, in order and with its price', () => {
  expect(categories.map(({ key }) => key)).toEqual([...shopCategories]);
  expect(categories.map(({ from }) => from)).toEqual([
    85_000, 95_000, 1_850_000, 125_000, 15_000, 385_000, 85_000,
  ]);
});

test('an unknown category has the general heading Products', () => {
  expect(categoryHeading('fridges')).toEqual({ title: 'Products', subtitle: 'Browse our selection' });
  expect(findCategory('fridges')).toBeNull();
});
