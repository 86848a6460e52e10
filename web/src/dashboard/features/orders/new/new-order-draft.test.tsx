import { expect, test } from 'vitest';
import { noOrderDraft, parseOrderDraft } from './new-order-draft.ts';
import { emptyOrder } from './typed-order.ts';

const line = {
  product: { id: 'p1', name: 'Tape', price: 900 },
  quantity: '2',
  specialPrice: '800',
  reason: 'Old',
};
const draft = {
  typed: { ...emptyOrder, accountId: 'u1', name: 'Ada', whatsAppConsent: true, lines: [line] },
  sent: { id: 'i', what: '{}' },
};

test('a draft is restored as it was typed', () => {
  expect(parseOrderDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
});

test('what an earlier release did not store has its default, and a damaged draft is dropped', () => {
  const { phone: _, ...earlier } = draft.typed;
  expect(parseOrderDraft({ typed: earlier })).toEqual({ ...noOrderDraft, typed: draft.typed });
  const damaged = [{ phone: null }, { lines: [{ product: {} }] }, { lines: [null] }].map((part) => ({
    ...draft,
    typed: { ...draft.typed, ...part },
  }));
  for (const stored of [null, 'text', {}, { typed: null }, { ...draft, sent: 7 }, ...damaged])
    expect(parseOrderDraft(stored), JSON.stringify(stored)).toBeNull();
});
