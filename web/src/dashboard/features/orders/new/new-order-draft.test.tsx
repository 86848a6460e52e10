import { expect, test } from 'vitest';
import { nothingSent } from '#dashboard/lib/sent-request.ts';
import { newOrderDraft } from './new-order-draft.ts';
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

/** What is read of a stored draft. */
function recalled(stored: unknown) {
  newOrderDraft.remember(stored as typeof draft);
  return newOrderDraft.recall();
}

test('a draft is restored as it was typed', () => {
  expect(recalled(draft)).toEqual(draft);
});

test('what an earlier release did not store has its default, and a damaged draft is dropped', () => {
  const { phone: _, ...earlier } = draft.typed;
  expect(recalled({ typed: earlier })).toEqual({ typed: draft.typed, sent: nothingSent });
  const damaged = [{ phone: null }, { lines: [{ product: {} }] }, { lines: [null] }].map((part) => ({
    ...draft,
    typed: { ...draft.typed, ...part },
  }));
  for (const stored of [null, 'text', {}, { typed: null }, { ...draft, sent: 7 }, ...damaged])
    expect(recalled(stored), JSON.stringify(stored)).toBeNull();
});
