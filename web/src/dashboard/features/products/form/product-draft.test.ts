import { expect, test } from 'vitest';
import { parseDraft } from './product-draft.ts';
import { emptyValues } from './product-values.ts';
import { newSpecRow } from './spec-rows.ts';

const specs = [{ ...newSpecRow(), label: 'Power', kind: 'number' as const, amount: '550', unit: 'W' }];
const draft = { values: { ...emptyValues, name: 'Tape', specs }, base: null, key: 'k' };

test('a draft is restored as it was typed', () => {
  expect(parseDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
});

test('anything but a whole draft is no draft', () => {
  for (const kept of [null, 'x', { values: null, key: 'k' }, {}]) expect(parseDraft(kept)).toBeNull();
});

test('a field of the wrong type is left out, the others are restored', () => {
  const kept = {
    key: 'k',
    values: { name: 'Tape', price: 5, isActive: 'no', specs: [1, { kind: 'x' }] },
  };
  expect(parseDraft(kept)).toMatchObject({
    values: { name: 'Tape', price: '', isActive: true, specs: [{ kind: 'text' }, { kind: 'text' }] },
    base: null,
  });
});
