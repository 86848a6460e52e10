import { expect, test } from 'vitest';
import { emptyValues } from '../form/product-values.ts';
import { rebasedValues } from '../form/rebased-values.ts';
import { specRowOf } from '../form/spec-rows.ts';
import { chosenValues, fieldChoices } from './field-choices.ts';

const base = {
  ...emptyValues,
  name: 'Tape',
  price: '1000',
  stock: '5',
  specs: [specRowOf({ label: 'Length', value: '50 m' })],
};

test('only fields that differ are asked about, and what one side alone changed is taken as meant', () => {
  const mine = { ...base, price: '1200', name: 'Tape, long' };
  const theirs = {
    ...base,
    price: '1100',
    // Sold meanwhile: nobody is asked, it is theirs.
    stock: '4',
    keywords: 'kanda',
    specs: [specRowOf({ label: 'Length', value: '50 m' })],
  };
  expect(fieldChoices({ base, mine, theirs })).toEqual([
    { field: 'name', changedBy: 'me', likely: 'mine' },
    { field: 'price', changedBy: 'both', likely: 'mine' },
    { field: 'keywords', changedBy: 'them', likely: 'theirs' },
  ]);
  expect(chosenValues({ mine, theirs }, { name: 'mine', price: 'theirs', keywords: 'theirs' })).toEqual({
    ...theirs,
    name: 'Tape, long',
  });
});

test('a form follows a newer version where it was left alone', () => {
  const typed = { ...base, name: 'Tape, long' };
  expect(rebasedValues(typed, base, { ...base, name: 'Band', price: '900' })).toEqual({
    ...base,
    name: 'Tape, long',
    price: '900',
  });
});
