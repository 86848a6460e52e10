import { type Order, type OrderPayment, orderWords } from '@contract/orders.ts';
import { describe, expect, it, test } from 'vitest';
import { declined as refusal, everyOrderState, noMoney, sentAtOnce } from '../testing/order-states.ts';
import { isAtPhone } from './mpesa-state.ts';
import { isBeingChecked, orderMessage, type OrderState } from './order-message.ts';

const messageAt = (
  word: Order['word'],
  status: Order['status'],
  nextStep: Order['nextStep'],
  over: Partial<OrderPayment> = {},
  delivery: OrderState['delivery'] = sentAtOnce,
) =>
  orderMessage({
    word,
    status,
    nextStep,
    payment: { ...noMoney, transaction: 'pending', ...over },
    delivery,
  });

const everyState = everyOrderState.map(({ name, order }) => ({ name, order, message: orderMessage(order) }));

describe('an order’s page', () => {
  it('says nothing about the bank, and asks nobody to pay, before the bank has responded', () => {
    const message = messageAt('not_paid', 'pending', 'pay', { hasBankAnswered: false });
    expect([message.title, message.nextStep]).toEqual(['Checking your payment', 'wait']);
    expect(message.sentence).not.toMatch(/no record|you can pay/i);
    expect(messageAt('undecided', 'pending', 'wait', { hasBankAnswered: false }).title).toContain(
      'has not confirmed',
    );
    expect(messageAt('payment_failed', 'failed', 'pay', { hasBankAnswered: false, refusal }).nextStep).toBe(
      'pay',
    );
    const unanswered = { ...noMoney, hasBankAnswered: false };
    const isChecked = (nextStep: Order['nextStep']) =>
      isBeingChecked({ status: 'pending', nextStep, payment: unanswered });
    expect([isChecked('pay'), isChecked('wait')]).toEqual([true, false]);
  });

  it.each(everyState)('of $name has its heading, its sentence and one next step', ({ message }) => {
    for (const text of [message.heading, message.money, message.title]) expect(text).toMatch(/^[A-Z]/);
    expect(message.sentence).toMatch(/\.$/);
    expect(['pay', 'wait', 'call', 'track', 'shop']).toContain(message.nextStep);
  });

  it.each([
    ['owed', 'completed'],
    ['part_paid', 'pending'],
    ['added', 'paid'],
  ] as const)('asks for the certificate, and no money, when all that is %s is withheld', (word, status) => {
    const rest = { dueAmount: 2000, acceptedCents: 500_000, receivedCents: 500_000, hasBankAnswered: true };
    const message = messageAt(word, status, 'pay', { ...rest, expectedCents: 200_000 });
    expect(message.sentence.replaceAll('\u00a0', ' ')).toBe(
      'KES 2,000 is expected to be withheld as tax: please send us the certificate.',
    );
    expect(message.nextStep).toBe('call');
    expect(messageAt(word, status, 'pay', { ...rest, expectedCents: 199_999 }).nextStep).toBe('pay');
  });

  it('has a text for each word', () => {
    expect(new Set(everyState.map(({ order }) => order.word))).toEqual(new Set(orderWords));
  });

  it('never asks to pay in a state that it does not know, as in an older release', () => {
    const shipped = messageAt('paid', 'ready_to_ship' as Order['status'], 'none');
    expect([shipped.title, shipped.money, shipped.nextStep]).toEqual([
      'The shop calls this order “Ready to ship”',
      'Ready to ship',
      'call',
    ]);
    expect(messageAt('not_paid', 'pending', 'send_proof' as Order['nextStep']).nextStep).toBe('call');
    expect(messageAt('lent' as Order['word'], 'pending', 'pay').nextStep).toBe('call');
  });

  it('says what each word means', () => {
    const said = (word: Order['word']) => [
      ...new Set(
        everyState
          .filter(({ order: { word: of, payment } }) => of === word && payment.hasBankAnswered)
          .map(({ message }) => `${message.title} -> ${message.nextStep}`.replaceAll('\u00a0', ' ')),
      ),
    ];
    expect(Object.fromEntries(orderWords.map((word) => [word, said(word)]))).toEqual({
      not_paid: [
        'This order is not paid yet -> pay',
        'The payment was refunded -> pay',
        'Nothing is due for this order -> call',
        'The payment was refunded -> call',
      ],
      payment_failed: [
        'The bank refused the payment -> pay',
        'This order was not paid in time -> pay',
        'The payment was refunded -> pay',
      ],
      part_paid: ['A part of this order is paid -> pay', 'The bank refused the payment of the rest -> pay'],
      sent_paid: ['What was sent is paid -> pay'],
      undecided: [
        'The bank has not confirmed your payment yet -> wait',
        'The bank gave no answer -> wait',
        'The bank has not confirmed the rest yet -> wait',
      ],
      question: ['A payment for this order is being checked -> call'],
      received: ['A payment for this order is not refunded yet -> call'],
      paid: ['Your payment is approved -> track'],
      completed: ['This order is completed -> shop'],
      owed: ['KES 15,000 is owed -> pay', 'KES 14,500 is owed -> pay'],
      refunded: ['Your payment was refunded -> call', 'Nothing is due for this order -> call'],
      added: ['KES 2,200 is still to be paid -> pay', 'KES 2,200 is still to be paid -> wait'],
      to_order: ['Your deposit is paid -> track', 'Your payment is approved -> track'],
      cancelled: ['This order is cancelled -> shop'],
      cancelled_with_money: ['This order is cancelled -> call'],
      cancelled_refunded: ['This order is cancelled -> shop'],
    });
  });

  it('never asks for money where the shop says to wait, and looks like success only when it is paid', () => {
    for (const { name, order, message } of everyState) {
      if (message.nextStep === 'pay')
        expect([name, order.nextStep, order.payment.dueAmount > 0]).toEqual([name, 'pay', true]);
      expect([name, message.tone === 'success']).toEqual([
        name,
        order.word === 'paid' || order.word === 'completed',
      ]);
    }
  });

  it('never calls paid or approved what is owed', () => {
    for (const { message, order } of everyState.filter(
      ({ order }) => order.word === 'owed' && order.payment.hasBankAnswered,
    )) {
      expect(Object.values(message).join(' ')).not.toMatch(/approved|is paid|KES\u00a00\b/i);
      expect(message.tone).toBe('warning');
      expect(message.sentence.includes('Another payment')).toBe(order.payment.isInQuestion);
    }
  });

  it('is a confirmation only while the order can be delivered', () => {
    const headings = (status: Order['status']) => [
      ...new Set(
        everyState.filter(({ order }) => order.status === status).map(({ message }) => message.heading),
      ),
    ];
    expect(headings('paid')).toEqual(['Order Confirmation', 'Order Refunded']);
    expect(headings('completed')).toEqual(['Order Confirmation', 'Order Refunded', 'Order Not Paid']);
    // A payment that is being checked is not called unpaid.
    expect(headings('failed').sort()).toEqual(['Order Confirmation', 'Order Not Paid']);
    expect(headings('cancelled')).toEqual(['Order Cancelled']);
    expect(headings('pending')).toEqual(['Order Confirmation']);
  });
});

it('of what is to order says the rest where some is there, and of all of it no rest', () => {
  const { order } = everyState.find((state) => state.order.word === 'to_order') ?? { order: undefined };
  const said = (items: object[]) => orderMessage({ ...(order as OrderState), items } as OrderState).sentence;
  const line = { toOrder: null, awaited: 2, quantity: 2 };
  expect(said([line])).toContain(' We get it for you from the maker');
  expect(said([line, { ...line, awaited: 0 }])).toContain(' We get the rest for you from the maker');
  expect(said([{ ...line, awaited: 1 }])).toContain(' We get the rest for you from the maker');
  const days = (from: string, to: string) => ({ ...line, expectedFrom: from, expectedTo: to });
  expect(said([days('2027-01-12', '2027-01-26'), days('2027-01-05', '2027-01-05')])).toContain(
    ' We get it for you from the maker, expected 5 Jan 2027 to 26 Jan 2027, and ',
  );
});

describe('an order that is not paid', () => {
  it('says until when its items are reserved', () => {
    const kept = messageAt('not_paid', 'pending', 'pay', { heldUntil: '2026-11-22T08:30:00Z' });
    expect(kept.sentence).toContain('kept for you until 22 Nov 2026, 11:30.');
    expect(messageAt('not_paid', 'pending', 'pay').sentence).toContain('Not reserved');
    expect(messageAt('not_paid', 'pending', 'pay', { isHoldTakenOver: true }).sentence).toContain(
      'Another order of yours needed items of this one',
    );
    const refused = { transaction: 'failed', refusal, heldUntil: '2026-11-22T08:30:00Z' } as const;
    expect(messageAt('payment_failed', 'failed', 'pay', refused).sentence).toContain(
      'until 22 Nov 2026, 11:30.',
    );
  });

  it('is on its way, not completed, while a parcel of it is with a carrier', () => {
    const payment = { ...noMoney, dueAmount: 0, acceptedCents: 100 };
    const order = { status: 'completed', word: 'completed', nextStep: 'none', payment } as const;
    const said = (status: 'sent' | 'delivered', cameBack = 0) =>
      orderMessage({
        ...order,
        delivery: sentAtOnce,
        items: [{ quantity: 2, cameBack }],
        shipments: [{ status, lines: [{ quantity: 2 }] }],
      } as unknown as OrderState);
    expect(said('sent', 1).title).toBe('This order is on its way');
    expect(said('sent', 2).title).toBe('This order is completed');
    expect(said('sent')).toMatchObject({ title: 'This order is on its way', nextStep: 'track' });
    expect(said('delivered').title).toBe('This order is completed');
  });

  it('says when the bank is queried next', () => {
    const text = messageAt('undecided', 'pending', 'wait', { nextAskAt: '2026-11-22T08:30:00Z' }).sentence;
    expect(text).toContain('22 Nov 2026, 11:30');
    expect(text).toContain('do not pay again');
    expect(messageAt('undecided', 'pending', 'wait').sentence).toContain('a person at the shop is asking it');
  });

  it.each([
    ['3', /another card.*call your bank/],
    ['4', /limit.*another card/],
    ['5', /call it.*another card/],
    ['7', /security code/],
    ['8', /kind of card/],
    ['10', /another card.*call your bank/],
    ['14', /card number/],
    ['16', /expiry date/],
    ['255', /call us/],
    ['99', /another card.*limit/],
  ])('refused with code %s says what to try', (code, text) => {
    const message = messageAt('payment_failed', 'failed', 'pay', {
      transaction: 'failed',
      refusal: { code, description: 'Error' },
    });
    expect(message).toMatchObject({ tone: 'error', nextStep: 'pay' });
    expect(message.sentence).toMatch(text);
  });

  it('is not shown as an error after the buyer cancelled at the bank', () => {
    const cancelled = { code: '255', description: 'The payment was cancelled by the card holder' };
    expect(
      messageAt('payment_failed', 'failed', 'pay', { transaction: 'failed', refusal: cancelled }),
    ).toMatchObject({
      title: 'You left the bank’s page without paying',
      tone: 'warning',
      nextStep: 'pay',
    });
    // A declined card is not a cancellation, whatever its text says.
    const refused = { code: '4', description: 'Card cancelled' };
    expect(
      messageAt('payment_failed', 'failed', 'pay', { transaction: 'failed', refusal: refused }).tone,
    ).toBe('error');
  });
});

test('the texts of each state, as the buyer reads them', async () => {
  const at = '2026-11-22T08:30:00Z';
  const cents = 1_500_000;
  const part = { receivedCents: 50_000, acceptedCents: 50_000, dueAmount: 14_500 };
  const refunded = { refundedCents: 50_000 };
  const late = { transaction: 'expired' } as const;
  const refused = { transaction: 'failed', refusal } as const;
  const leftTheBank = { code: '255', description: 'The payment was cancelled by the card holder' };
  const inFull = { receivedCents: cents, acceptedCents: cents, dueAmount: 0 };
  const texts = {
    pending: messageAt('not_paid', 'pending', 'pay'),
    'pending, reserved': messageAt('not_paid', 'pending', 'pay', { heldUntil: at }),
    'pending, no longer reserved because of another order': messageAt('not_paid', 'pending', 'pay', {
      isHoldTakenOver: true,
    }),
    'pending, the bank is being asked': messageAt('not_paid', 'pending', 'pay', { hasBankAnswered: false }),
    'pending, the bank is undecided': messageAt('undecided', 'pending', 'wait', { nextAskAt: at }),
    'pending, the bank gave no answer': messageAt('undecided', 'pending', 'wait', {
      nextAskAt: at,
      isBankSilent: true,
    }),
    'pending, the bank was asked for 72 hours': messageAt('undecided', 'pending', 'wait'),
    'pending, a payment is under review': messageAt('question', 'pending', 'wait', {
      transaction: 'review',
      isInQuestion: true,
    }),
    'failed, not paid in time': messageAt('payment_failed', 'failed', 'pay', late),
    'failed, refused': messageAt('payment_failed', 'failed', 'pay', refused),
    'failed, cancelled by the buyer': messageAt('payment_failed', 'failed', 'pay', {
      ...refused,
      refusal: leftTheBank,
    }),
    'failed, the bank is undecided': messageAt('undecided', 'failed', 'wait', { nextAskAt: at }),
    'partly paid': messageAt('part_paid', 'pending', 'pay', part),
    'partly paid, not paid in time': messageAt('part_paid', 'failed', 'pay', { ...late, ...part }),
    'partly paid, the rest is refused': messageAt('part_paid', 'failed', 'pay', { ...refused, ...part }),
    'partly paid, the rest cancelled by the buyer': messageAt('part_paid', 'failed', 'pay', {
      ...refused,
      ...part,
      refusal: leftTheBank,
    }),
    'partly paid, the bank is being asked': messageAt('part_paid', 'pending', 'pay', {
      ...part,
      hasBankAnswered: false,
    }),
    'partly paid, the bank is undecided about the rest': messageAt('undecided', 'pending', 'wait', {
      ...part,
      nextAskAt: at,
    }),
    'partly paid, the bank gave no answer about the rest': messageAt('undecided', 'pending', 'wait', {
      ...part,
      nextAskAt: at,
      isBankSilent: true,
    }),
    'partly paid, another part refunded': messageAt('part_paid', 'pending', 'pay', { ...part, ...refunded }),
    refunded: messageAt('not_paid', 'pending', 'pay', refunded),
    'refunded, the next payment is refused': messageAt('payment_failed', 'failed', 'pay', {
      ...refused,
      ...refunded,
    }),
    'refunded, the bank is undecided': messageAt('undecided', 'pending', 'wait', {
      ...refunded,
      nextAskAt: at,
    }),
    'received and not accepted': messageAt('received', 'failed', 'wait', {
      receivedCents: cents,
      dueAmount: 0,
    }),
    paid: messageAt('paid', 'paid', 'none', inFull),
    'paid, the sum is not known yet': messageAt('paid', 'paid', 'none', { dueAmount: 0 }),
    'paid, a part refunded': messageAt('paid', 'paid', 'none', {
      ...inFull,
      receivedCents: cents - 50_000,
      acceptedCents: cents - 50_000,
      ...refunded,
    }),
    'paid, money that was not ours was refunded': messageAt('paid', 'paid', 'none', {
      ...inFull,
      returnedCents: 50_000,
    }),
    'paid, a second payment is under review': messageAt('paid', 'paid', 'none', {
      ...inFull,
      receivedCents: 2 * cents,
      isInQuestion: true,
    }),
    'paid, all refunded, a further charge is under review': messageAt('refunded', 'paid', 'none', {
      receivedCents: cents,
      dueAmount: 0,
      refundedCents: cents,
      isInQuestion: true,
    }),
    'paid, all refunded': messageAt('refunded', 'paid', 'none', { dueAmount: 0, refundedCents: cents }),
    completed: messageAt('completed', 'completed', 'none', inFull),
    'completed, all refunded': messageAt('refunded', 'completed', 'none', {
      dueAmount: 0,
      refundedCents: cents,
    }),
    'paid, too much': messageAt('paid', 'paid', 'none', {
      ...inFull,
      receivedCents: 2 * cents,
      acceptedCents: 2 * cents,
      overpaidCents: cents,
    }),
    'paid, owed again': messageAt('owed', 'paid', 'none', { dueAmount: 15_000 }),
    'sent before it was paid': messageAt('owed', 'pending', 'pay', part),
    'completed, owed again and written off': messageAt('refunded', 'completed', 'none', { dueAmount: 0 }),
    'nothing is due, not paid': messageAt('not_paid', 'pending', 'pay', { dueAmount: 0 }),
    cancelled: messageAt('cancelled', 'cancelled', 'none', { dueAmount: 0 }),
    'cancelled, a payment is under review': messageAt('question', 'cancelled', 'none', {
      transaction: 'review',
      isInQuestion: true,
      dueAmount: 0,
    }),
    'cancelled, not refunded yet': messageAt('cancelled_with_money', 'cancelled', 'none', {
      ...part,
      dueAmount: 0,
    }),
    'cancelled, refunded': messageAt('cancelled_refunded', 'cancelled', 'none', {
      ...refunded,
      dueAmount: 0,
    }),
    'a state of a newer release': messageAt('paid', 'ready_to_ship' as Order['status'], 'none'),
  };
  await expect(
    Object.entries(texts)
      .map(
        ([state, { heading, money, title, sentence, tone, nextStep }]) =>
          `${state} (${tone}, next: ${nextStep})\n  ${heading}. Payment: ${money}\n  ${title}\n  ${sentence}\n`,
      )
      .join('\n')
      .replaceAll('\u00a0', ' '),
  ).toMatchFileSnapshot('order-message.texts.txt');
});

test('money that staff recorded was received, and only the rest was approved by the bank', () => {
  const paidWith = (recordedCents: number) =>
    messageAt('paid', 'paid', 'none', {
      receivedCents: 8_500_000,
      acceptedCents: 8_500_000,
      dueAmount: 0,
      recordedCents,
      method: 'card',
    });
  expect(paidWith(0).sentence).toContain('The bank approved KES\u00a085,000.');
  expect(paidWith(8_500_000)).toMatchObject({
    money: 'Received',
    sentence: expect.stringContaining('We have received KES\u00a085,000.'),
  });
  expect(paidWith(8_000_000)).toMatchObject({
    money: 'Approved',
    sentence: expect.stringContaining(
      'The bank approved KES\u00a05,000, and we have received KES\u00a080,000.',
    ),
  });
});

test('an order that is sent once its payment is settled is not promised within 24 hours', () => {
  const money = { receivedCents: 6_200_000, acceptedCents: 6_200_000, dueAmount: 0 };
  const sentenceOf = (delivery: Partial<OrderState['delivery']>) =>
    messageAt('paid', 'paid', 'none', { ...money, transaction: 'completed' }, { ...sentAtOnce, ...delivery })
      .sentence;
  expect(sentenceOf({})).toMatch(/processed within 24 hours\.$/);
  expect(sentenceOf({ after: 'bank' })).toMatch(
    /processed once the bank has transferred the money to us, usually within two bank days\.$/,
  );
  // Nor is one while the shop is closed.
  expect(sentenceOf({ after: 'closed' })).toMatch(/processed when we are open again\.$/);
});

describe('of a request to a phone', () => {
  const prompt = {
    phone: '254712345678',
    amount: 15_000,
    sentAt: '2026-11-21T06:30:00Z',
    code: null,
    isOpen: true,
    isPaid: false,
    hasReceipt: false,
  };
  const asked = { method: 'mpesa', prompt } as const;
  const closed = { ...asked, transaction: 'failed', prompt: { ...prompt, isOpen: false } } as const;
  const part = { receivedCents: 50_000, acceptedCents: 50_000, dueAmount: 14_500 };

  it.each([
    ['undecided', 'pending', 'wait', asked, 'M-Pesa has not confirmed your payment yet', 'wait'],
    ['undecided', 'pending', 'wait', { ...asked, ...part }, 'M-Pesa has not confirmed the rest yet', 'wait'],
    ['not_paid', 'pending', 'pay', asked, 'M-Pesa has not decided yet', 'pay'],
    ['part_paid', 'pending', 'pay', { ...asked, ...part }, 'M-Pesa has not decided yet', 'pay'],
    ['not_paid', 'pending', 'pay', { ...asked, hasBankAnswered: false }, 'Checking your payment', 'wait'],
    [
      'payment_failed',
      'failed',
      'pay',
      { ...closed, refusal },
      'The M-Pesa payment did not go through',
      'pay',
    ],
    ['part_paid', 'failed', 'pay', { ...closed, ...part, refusal }, 'A part of this order is paid', 'pay'],
    ['owed', 'pending', 'pay', asked, 'KES\u00a015,000 is owed', 'pay'],
  ] as const)('at %s no text speaks of the bank', (word, status, nextStep, over, title, then) => {
    const message = messageAt(word, status, nextStep, over);
    expect([message.title, message.nextStep]).toEqual([title, then]);
    expect(JSON.stringify(message)).not.toMatch(/\bbank\b/i);
  });

  it('says when other ways to pay come back, while a request blocks them', () => {
    const blocksUntil = '2026-11-21T06:33:00Z';
    const at = (over: object) => messageAt('undecided', 'pending', 'wait', { ...asked, ...over }).sentence;
    expect(at({ prompt: { ...prompt, blocksUntil } })).toMatch(
      /Other ways to pay are offered after 09:33\.$/,
    );
    expect(at({})).toMatch(/This page shows the result\.$/);
  });

  it('of a rest or an addition too, nobody is to pay twice while the phone asks', () => {
    const message = messageAt('added', 'paid', 'wait', { ...asked, ...part });
    expect(message.sentence).toContain('Please do not pay again before M-Pesa has confirmed it.');
    expect(isAtPhone({ nextStep: 'wait', payment: { ...noMoney, ...asked, ...part } })).toBe(true);
    expect(isAtPhone({ nextStep: 'none', payment: { ...noMoney, ...asked } })).toBe(false);
  });

  it.each(['not_paid', 'owed', 'added'] as const)(
    'at %s, with no answer in its time, it says that both may be paid and one comes back',
    (word) => {
      expect(messageAt(word, word === 'added' ? 'paid' : 'pending', 'pay', asked).sentence).toContain(
        'You may pay in another way now; if both are paid, we give one back.',
      );
    },
  );

  it.each(['not_paid', 'owed', 'added'] as const)(
    'at %s, once all that is due was announced, it asks for no other payment',
    (word) => {
      const told = { ...asked, announcedCents: 1_500_000 };
      const { title, sentence } = messageAt(word, word === 'added' ? 'paid' : 'pending', 'pay', told);
      expect(sentence).not.toMatch(/pay in another way|Please pay/);
      if (word === 'added') expect(`${title} ${sentence}`).not.toContain('still to be paid');
    },
  );

  it('of pieces that have come from the maker asks for their rest, and else for what was added', () => {
    const payment = { ...noMoney, dueAmount: 700, acceptedCents: 30_000, receivedCents: 30_000 };
    const order = { status: 'paid', word: 'added', nextStep: 'pay', payment, delivery: sentAtOnce } as const;
    const said = (waitsForRest: boolean) => orderMessage({ ...order, waitsForRest }).sentence;
    expect(said(true)).toContain(
      'What you ordered has come and is kept for you: KES\u00a0700 is to be paid for it.',
    );
    expect(said(false)).toContain('KES\u00a0700 is still to be paid for what was added to it since.');
  });

  it.each([
    ['pay', false, /One moment: we are asking the bank/],
    ['wait', true, /Please do not pay again\..* This page shows the result\./],
  ] as const)(
    'of what was added asks for nothing while the bank may have it (%s, answered: %s), and says why',
    (nextStep, hasBankAnswered, said) => {
      const payment = {
        ...noMoney,
        dueAmount: 700,
        acceptedCents: 30_000,
        receivedCents: 30_000,
        hasBankAnswered,
      };
      const order = { status: 'paid', word: 'added', nextStep, payment, delivery: sentAtOnce } as const;
      const message = orderMessage({ ...order, waitsForRest: false });
      expect(message.nextStep).toBe('wait');
      expect(message.sentence).toMatch(said);
    },
  );

  it('of what was added and announced in part says what is open, as the line above it', () => {
    const { title, sentence } = messageAt('added', 'paid', 'pay', { ...asked, announcedCents: 500_000 });
    expect(title).toBe('KES\u00a010,000 is still to be paid');
    expect(sentence).toContain('KES\u00a010,000 is still to be paid for what was added');
  });

  it('says of one that was paid that the money came, and not that the bank approved it', () => {
    const paid = { ...asked, prompt: { ...prompt, isOpen: false, isPaid: true }, dueAmount: 0 };
    const message = messageAt('paid', 'paid', 'none', {
      ...paid,
      acceptedCents: 1_500_000,
      recordedCents: 1_500_000,
    });
    expect([message.money, message.title]).toEqual(['Received', 'Your payment is received']);
    expect(message.sentence).toContain('We have received KES\u00a015,000.');
  });

  it('and one that was stored before there were any is no request', () => {
    const stored = { ...noMoney, method: 'mpesa', prompt: undefined } as unknown as OrderPayment;
    expect(messageAt('undecided', 'pending', 'wait', stored).money).toBe('Waiting for the bank');
  });
});
