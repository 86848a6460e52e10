import { expect, test } from 'vitest';
import { emptyValues, rebasedValues } from '../form/product-values.ts';
import { specRowOf } from '../form/spec-rows.ts';
import { chosenValues, fieldChoices } from './conflict-dialog.tsx';

const base = {
  ...emptyValues,
  name: 'Tape',
  price: '1000',
  stock: '5',
  specs: [specRowOf({ label: 'Length', value: '50 m' })],
};

test('only fields that differ need a choice, and a change by only one side is suggested', () => {
  const mine = { ...base, price: '1200', name: 'Tape, long' };
  const theirs = {
    ...base,
    price: '1100',
    // Sold meanwhile: not a conflict.
    stock: '4',
    keywords: 'kanda',
    specs: [specRowOf({ label: 'Length', value: '50 m' })],
  };
  expect(fieldChoices({ base, mine, theirs })).toEqual([
    { field: 'name', changedBy: 'me', suggested: 'mine' },
    { field: 'price', changedBy: 'both', suggested: 'mine' },
    { field: 'keywords', changedBy: 'them', suggested: 'theirs' },
  ]);
  expect(chosenValues({ mine, theirs }, { name: 'mine', price: 'theirs', keywords: 'theirs' })).toEqual({
    ...theirs,
    name: 'Tape, long',
  });
});

test('a form adopts a newer version in the fields that were not changed', () => {
  const typed = { ...base, name: 'Tape, long' };
  expect(rebasedValues(typed, base, { ...base, name: 'Band', price: '900' })).toEqual({
    ...base,
    name: 'Tape, long',
    price: '900',
  });
});
