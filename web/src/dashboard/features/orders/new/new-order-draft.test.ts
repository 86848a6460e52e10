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

test('of a damaged draft what can be read is restored', () => {
  const damaged = {
    typed: { ...draft.typed, accountId: 7, phone: null, lines: [line, { product: {} }, null] },
    sent: null,
  };
  expect(parseOrderDraft(damaged)).toEqual({
    typed: { ...draft.typed, accountId: null, lines: [line] },
    sent: noOrderDraft.sent,
  });
  for (const stored of [null, 'text', {}, { typed: null }]) expect(parseOrderDraft(stored)).toBeNull();
});
