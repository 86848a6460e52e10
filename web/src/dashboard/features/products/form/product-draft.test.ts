import { expect, test } from 'vitest';
import { parseDraft } from './product-draft.ts';
import { emptyValues } from './product-values.ts';
import { newSpecRow } from './spec-rows.ts';

const specs = [{ ...newSpecRow(), label: 'Power', value: '550', unit: 'W' }];
const draft = { values: { ...emptyValues, name: 'Tape', specs }, base: null, key: 'k' };

test('a draft is restored as it was typed', () => {
  expect(parseDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
});

test('what an earlier release did not store has its default, and a damaged draft is dropped', () => {
  expect(parseDraft({ values: { name: 'Tape' }, key: 'k' })).toEqual({
    values: { ...emptyValues, name: 'Tape' },
    base: null,
    key: 'k',
  });
  const damaged = [{ isActive: 'no' }, { specs: [1] }, { specs: [{ ...specs[0], key: undefined }] }].map(
    (part) => ({
      ...draft,
      values: { ...emptyValues, ...part },
    }),
  );
  for (const stored of [null, 'x', { values: null, key: 'k' }, {}, { ...draft, base: 7 }, ...damaged])
    expect(parseDraft(stored), JSON.stringify(stored)).toBeNull();
});
