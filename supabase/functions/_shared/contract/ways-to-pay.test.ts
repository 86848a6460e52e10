import { describe, expect, it } from 'vitest';
import { defaultShopDetails } from './shop-details.ts';
import { isAskedToPay, waysInLines, waysToPay } from './ways-to-pay.ts';

const shop = { ...defaultShopDetails, address: 'Moi Avenue, Nairobi', hours: 'Monday-Friday, 8 AM-6 PM' };
const counter =
  'Cash or cheque at our counter: Make cheques out to Instruments & Current; Moi Avenue, Nairobi; Monday-Friday, 8 AM-6 PM';
const account = { bank: 'Bank of Kisumu\nAccount 0123' };
const asked = { reference: 'IC-1A2B3C4D', cents: 15_200_000 };

describe('the ways to pay', () => {
  it.each([
    ['nothing', {}, {}, [counter]],
    [
      'an account',
      account,
      {},
      ['Bank transfer: Bank of Kisumu; Account 0123; Reference IC-1A2B3C4D', counter],
    ],
    ['a paybill', { paybill: '522533' }, {}, ['M-Pesa: Paybill 522533, account IC1A2B3C4D', counter]],
    ['a till', { till: '987654' }, {}, ['M-Pesa: Till 987654, then send us the M-Pesa code', counter]],
    [
      'a till, and more is asked than M-Pesa takes',
      { till: '987654' },
      { cents: 25_000_100 },
      ['M-Pesa: Till 987654, then send us the M-Pesa code; At most KES 250,000 at a time', counter],
    ],
    [
      'requests to a phone, read away from the button that sends one',
      { promptsAreOn: true },
      { cents: 25_000_000, byCard: true },
      [
        'Card: On the page of the order',
        'M-Pesa: A request to your phone, on the page of the order',
        counter,
      ],
    ],
    [
      'requests, and more is asked than M-Pesa takes',
      { promptsAreOn: true },
      { cents: 25_000_100, byCard: true },
      [
        'Card: On the page of the order',
        'M-Pesa: A request to your phone, on the page of the order; At most KES 250,000 at a time',
        counter,
      ],
    ],
    ['requests, beside the button', { promptsAreOn: true }, {}, [counter]],
    [
      'all, read away from the button of the card',
      { ...account, paybill: '522533', till: '987654' },
      { cents: 25_000_000, byCard: true },
      [
        'Card: On the page of the order',
        'M-Pesa: Paybill 522533, account IC1A2B3C4D; Till 987654, then send us the M-Pesa code',
        'Bank transfer: Bank of Kisumu; Account 0123; Reference IC-1A2B3C4D',
        counter,
      ],
    ],
  ])('of a shop that has set %s', (_, set, over, ways) => {
    const shown = waysToPay({ ...shop, ...set }, { ...asked, ...over });
    expect(shown.map(({ name, lines }) => `${name}: ${lines.join('; ')}`)).toEqual(ways);
  });

  it('are as many in Swahili', () => {
    const all = { ...shop, ...account, paybill: '522533', till: '987654', promptsAreOn: true };
    const ask = { ...asked, cents: 20_000_000, byCard: true };
    const count = (ways: ReturnType<typeof waysToPay>) => ways.map(({ lines }) => lines.length);
    expect(count(waysToPay(all, ask, 'sw'))).toEqual(count(waysToPay(all, ask, 'en')));
  });
});

describe('a buyer is asked to pay', () => {
  it.each([
    ['an order that is not paid', 'pending', 'pay', 'not_paid', 500, true],
    ['one whose card was refused', 'failed', 'pay', 'payment_failed', 500, true],
    ['the rest', 'pending', 'pay', 'part_paid', 200, true],
    ['what was sent and is not paid', 'pending', 'pay', 'owed', 500, true],
    ['what was completed, and its cheque bounced', 'completed', 'none', 'owed', 500, true],
    ['nothing of it while the bank decides', 'pending', 'wait', 'undecided', 500, false],
    ['nothing while a person looks at a payment', 'pending', 'wait', 'question', 500, false],
    ['nothing of a paid order', 'paid', 'none', 'paid', 0, false],
    ['nothing of a completed one', 'completed', 'none', 'completed', 0, false],
    ['nothing of one that was given back', 'pending', 'none', 'not_paid', 0, false],
    ['nothing of a cancelled one', 'cancelled', 'none', 'cancelled', 500, false],
    ['nothing of a cancelled one whose money was lost', 'cancelled', 'none', 'owed', 500, false],
  ] as const)('for %s', (_, status, nextStep, word, dueAmount, isAsked) => {
    const order = { status, nextStep, word, payment: { dueAmount, isInQuestion: false } };
    expect(isAskedToPay(order)).toBe(isAsked);
    expect(isAskedToPay({ ...order, payment: { dueAmount, isInQuestion: true } })).toBe(false);
  });
});

it('in lines they say the sum that is asked for, and nothing once nothing is', () => {
  const order = {
    ...({ id: 'b5b7a3c0-0000-4000-8000-00001a2b3c4d', status: 'completed', word: 'owed' } as const),
    nextStep: 'none',
    payment: { dueAmount: 152_000, isInQuestion: false },
  } as const;
  const lines = ['You can pay KES 152,000 in one of these ways:', counter];
  expect(waysInLines(shop, order)).toEqual(lines);
  const partly = { ...order, payment: { ...order.payment, expectedCents: 200_000 } };
  expect(waysInLines(shop, partly)).toEqual([
    lines[0],
    'Of this, KES 2,000 is expected to be withheld as tax, with its certificate.',
    lines[1],
  ]);
  expect(waysInLines(shop, { ...order, status: 'cancelled' })).toEqual([]);
  // All but what is withheld was announced: nothing is asked for besides.
  for (const told of [{ announcedCents: 15_200_000 }, { announcedCents: 15_000_000, expectedCents: 200_000 }])
    expect(waysInLines(shop, { ...order, payment: { ...order.payment, ...told } })).toEqual([]);
});

it('in lines that ask for the rest of what was announced there is no card, which pays all that is due', () => {
  const order = {
    ...({ id: 'b5b7a3c0-0000-4000-8000-00001a2b3c4d', status: 'pending', word: 'not_paid' } as const),
    nextStep: 'pay',
    payment: { dueAmount: 152_000, isInQuestion: false, announcedCents: 10_000_000 },
  } as const;
  const payable = { ...shop, promptsAreOn: true };
  expect(waysInLines(payable, order)).toEqual(['You can pay KES 52,000 in one of these ways:', counter]);
  const unannounced = { ...order, payment: { ...order.payment, announcedCents: 0 } };
  expect(waysInLines(payable, unannounced)).toContain('Card: On the page of the order');
});
