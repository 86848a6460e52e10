import { expect, it } from 'vitest';
import { officerQuotation, sellingShop } from '../../../tests/officer-quotation.ts';
import { quotationTerms, signatories } from './quotation-text.ts';
import type { Quotation } from './quotations.ts';

const termsOf = (over: Partial<Quotation>) =>
  Object.fromEntries(
    quotationTerms({ ...officerQuotation, ...over }, sellingShop).map(([label, text]) => [
      label,
      text.replaceAll('\u00a0', ' '),
    ]),
  );
const { delivery, lines } = officerQuotation;

it('without agreed terms it is paid before the goods leave, and the county says how long delivery takes', () => {
  expect(termsOf({ paymentTerms: '', termsDays: null, deliveryTime: '' })).toMatchObject({
    Payment: 'In full, before the goods leave.',
    Delivery: 'To Kisumu, 2-3 business days after payment. KES 2,500, part of the total.',
  });
  expect(termsOf({ deliveryTime: '' })['Delivery']).toContain('2-3 business days after your order.');
});

it('of what comes from the maker the share is paid that its product asks for, unless other terms are agreed', () => {
  const [line] = lines;
  const toOrder = { low: 6, high: 8, deposit: 40 };
  // Two of KES 100,000, of which one is here, and delivery for KES 2,500: 40,000 + 100,000 + 2,500.
  const some = [{ ...line!, quantity: 2, price: 100_000, missing: 1, toOrder }];
  const asked = { lines: some, totalAmount: 202_500, paymentTerms: '', termsDays: null };
  expect(termsOf(asked)['Payment']).toBe(
    'KES 142,500 with the order, the rest when the goods to order have come, before they leave.',
  );
  expect(termsOf({ ...asked, termsDays: 30 })['Payment']).toBe('Within 30 days of sending.');
  expect(termsOf({ ...asked, lines: [{ ...some[0]!, missing: 0 }] })['Payment']).toBe(
    'In full, before the goods leave.',
  );
});

it('what comes from the maker is delivered after it has come, and its rest is paid unless other terms are agreed', () => {
  const fromMaker = { delivery: { ...delivery, after: 'rest' as const }, deliveryTime: '', termsDays: null };
  expect(termsOf({ ...fromMaker, paymentTerms: '' })['Delivery']).toContain(
    '2-3 business days after it has come and the rest is paid.',
  );
  expect(termsOf({ ...fromMaker, termsDays: 30 })['Delivery']).toContain('after it has come. KES');
});

it.each([
  [{ termsDays: 30, paymentTerms: '' }, 'Within 30 days of sending.', 'after your order'],
  [{ termsDays: 1, paymentTerms: 'By cheque' }, 'Within a day of sending. By cheque.', 'after your order'],
  [{ termsDays: null, paymentTerms: 'Half of it first' }, 'Half of it first.', 'after your order'],
])('on account or as was typed: %j', (over, payment, after) => {
  const said = termsOf({ ...over, deliveryTime: '' });
  expect(said['Payment']).toBe(payment);
  expect(said['Delivery']).toContain(after);
});

it.each([
  [{ price: null }, 'KES 1,500-3,000, paid apart: we agree the price with you.'],
  [
    { price: null, freeBecause: 'every order over KES 50,000 to Kisumu' },
    'Free, as for every order over KES',
  ],
  [{ price: 0 }, 'Free.'],
])('delivery with %j says who pays what', (over, said) => {
  expect(termsOf({ delivery: { ...delivery, ...over } })['Delivery']).toContain(`. ${said}`);
});

it('of work alone nothing is delivered: the day is agreed', () => {
  const work = { delivery: { ...delivery, price: null, isWork: true } };
  expect(termsOf({ ...work, deliveryTime: '' })['Delivery']).toBe('We call you to agree on the day.');
  expect(termsOf({ ...work, deliveryTime: 'In January' })['Delivery']).toBe('In January.');
});

it('what there is nothing to say about is left out', () => {
  const bare = termsOf({
    company: null,
    note: '',
    lines: lines.map((line) => ({ ...line, warrantyYears: null })),
  });
  expect(Object.keys(bare)).toEqual(['Prices', 'Valid', 'Delivery', 'Payment', 'How to pay', 'To accept']);
});

it('once it is accepted nothing asks to accept it, and its order says how it is paid, unless that was agreed', () => {
  const accepted = { state: 'accepted', paymentTerms: '', termsDays: null } as const;
  expect(Object.keys(termsOf(accepted))).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/Payment|How to pay|To accept/)]),
  );
  expect(termsOf({ ...accepted, termsDays: 30 })['Payment']).toBe('Within 30 days of sending.');
});

it('one warranty for all goods names none of them', () => {
  expect(termsOf({ lines: lines.map((line) => ({ ...line, warrantyYears: 2 })) })['Warranty']).toBe(
    '2 years from delivery',
  );
});

it('a last day that is the day it was made has no number of days', () => {
  expect(termsOf({ validUntil: '2026-11-20T21:00:00.000Z' })['Valid']).toBe('Until the end of 20 Nov 2026');
  expect(termsOf({ validUntil: '2026-11-21T21:00:00.000Z' })['Valid']).toBe(
    'Until the end of 21 Nov 2026 (1 day)',
  );
});

it('a person signs in their own name', () => {
  expect(signatories({ ...officerQuotation, company: null }, sellingShop)).toEqual([
    'For Instruments & Current',
    'Accepted for Akinyi Odhiambo',
  ]);
});
