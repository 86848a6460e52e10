import { describe, expect, test } from 'vitest';
import { readProductSort, sortProducts } from './product-sort.ts';

const shelf = [
  { name: 'Deye 10 kW', price: 300, rating: '4.10' },
  { name: 'axpert 5 kW', price: 100, rating: null },
  { name: 'Deye 8 kW', price: 300, rating: '4.90' },
];
const order = (sort: 'price' | 'rating' | 'name') => sortProducts(shelf, sort).map(({ name }) => name);

describe('a sorted shelf', () => {
  test('begins with the lowest price, and equal prices go by name', () => {
    expect(order('price')).toEqual(['axpert 5 kW', 'Deye 8 kW', 'Deye 10 kW']);
  });

  test('begins with the best rating and ends with products without ratings', () => {
    expect(order('rating')).toEqual(['Deye 8 kW', 'Deye 10 kW', 'axpert 5 kW']);
    const equal = shelf.map((product) => ({ ...product, rating: '4.50' }));
    expect(sortProducts(equal, 'rating').map(({ name }) => name)).toEqual(order('name'));
  });

  test('by name reads numbers as numbers and ignores capitals', () => {
    expect(order('name')).toEqual(['axpert 5 kW', 'Deye 8 kW', 'Deye 10 kW']);
  });

  test('leaves the fetched list as it was', () => {
    order('price');
    expect(shelf[0]?.name).toBe('Deye 10 kW');
  });

  test('an unknown sort in the query string means the first one', () => {
    expect(readProductSort('colour')).toBe('price');
    expect(readProductSort(null)).toBe('price');
    expect(readProductSort('rating')).toBe('rating');
  });
});
