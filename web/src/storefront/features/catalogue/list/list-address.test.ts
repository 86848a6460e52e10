import { expect, test } from 'vitest';
import { filtersOn, laterPage, listPath, readListAddress } from './list-address.ts';

const category = { category: 'batteries' };
const read = (text: string) => readListAddress(new URLSearchParams(text), category);
const searchOf = (...list: Parameters<typeof listPath>) => listPath(...list).search;

test('a list has one URL, whatever the order of its filters', () => {
  const one = '?brand=Pylontech&inStock=yes&spec.energy=5..&maxPrice=9&sort=price_per_kwh&view=list';
  const other = '?view=list&sort=price_per_kwh&spec.energy=5..&maxPrice=9&inStock=1&brand=Pylontech';
  expect(searchOf(read(one), category)).toBe(searchOf(read(other), category));
  expect(read(one)).toEqual(read(searchOf(read(one), category)));
  expect(searchOf(read('?sort=price&view=grid&category=gps&search=x'), category)).toBe('');
});

test('a list is shown as cards unless its URL says otherwise', () => {
  for (const view of ['list', 'table'])
    expect(searchOf(read(`?view=${view}`), category)).toBe(`?view=${view}`);
  expect(read('?view=map').view).toBe('grid');
});

test('a search keeps its text, and can be narrowed to a category', () => {
  const scope = { search: 'gps map' };
  const address = readListAddress(new URLSearchParams('?q=gps+map&category=gps&sort=price'), scope);
  expect(address.filter).toEqual({ search: 'gps map', category: 'gps' });
  expect(searchOf(address, scope)).toBe('?q=gps+map&category=gps&sort=price');
});

test('a later page has its start in the URL, and invalid URLs are ignored', () => {
  expect(listPath({ ...read('?brand=Ritar'), cursor: 'abc', before: 48 }, category)).toEqual({
    pathname: '/category/batteries/after/48/abc',
    search: '?brand=Ritar',
  });
  expect(readListAddress(new URLSearchParams(), category, 'after/48/abc')).toMatchObject({
    before: 48,
    cursor: 'abc',
  });
  for (const rest of ['', 'after', 'after/48', 'after/x/abc', 'after/48/a/b', 'before/48/abc'])
    expect(laterPage(rest)).toBeNull();
  expect(read('?after=48&cursor=abc')).toMatchObject({ before: 48, cursor: 'abc' });
  expect(read('?after=many&minPrice=x&spec.energy=9..1&inStock=maybe&brand=')).toEqual(read(''));
});

test('filters are counted as they are shown: a price range is one, each brand is one', () => {
  const { filter } = read(
    '?brand=A&brand=B&minPrice=1&maxPrice=2&inStock=yes&spec.energy=1..&spec.capacity=..9',
  );
  expect(filtersOn(filter, category)).toBe(6);
  expect(filtersOn({ search: 'x', category: 'gps' }, { search: 'x' })).toBe(1);
  expect(filtersOn(category, category)).toBe(0);
});
