import type { OrderDetails } from '@contract/admin-orders.ts';
import type { Permission } from '@contract/staff.ts';
import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { fillIn, openOtherSteps, renderInShop, WithShopDetails } from '#testing/render-in-shop.tsx';
import { completeLabel } from '../complete/complete-dialog.tsx';
import { useOrderDetails } from './order-details-query.ts';
import { OrderSteps } from './order-steps.tsx';
import { noMoney, noRest } from '#testing/order-states.ts';

test.each([
  ['pay', 1],
  ['wait', 0],
])('an unpaid order whose next step is %s: nothing is offered that the shop refuses', (nextStep, buttons) => {
  const order = { id: 'o1', status: 'pending', nextStep, payment: { receivedCents: 0 }, customerName: 'Ada' };
  const details = {
    order,
    changing: { obstacle: null },
    refundable: [],
    rest: noRest,
    refunds: [],
    completionNeed: 'payment',
    cancelObstacle: buttons ? null : 'cancel_undecided',
  } as unknown;
  renderInShop(<OrderSteps details={details as OrderDetails} />);
  openOtherSteps();
  expect(screen.queryAllByRole('button', { name: 'Cancel Order' })).toHaveLength(buttons);
  expect(screen.queryAllByText(/It cannot be cancelled now/)).toHaveLength(1 - buttons);
  expect(screen.queryByText(/Please do not pay again/)).toBeNull();
});

test('a completed order is cancelled where its notice says so: once all its money was given back', () => {
  for (const [receivedCents, buttons] of [
    [5000, 0],
    [0, 1],
  ]) {
    const order = { id: 'o1', status: 'completed', payment: { receivedCents }, customerName: 'Ada' };
    const details = {
      order,
      changing: { obstacle: null },
      refundable: [],
      rest: noRest,
      refunds: [],
      completionNeed: 'completed',
      cancelObstacle: buttons ? null : 'refund_first',
    } as unknown;
    renderInShop(<OrderSteps details={details as OrderDetails} />);
    openOtherSteps();
    expect(screen.queryAllByRole('button', { name: 'Cancel Order' })).toHaveLength(buttons as number);
  }
});

test.each([
  ['cancelled_refunded', 0],
  ['cancelled', 1],
])('a cancelled order of which the word is %s is offered a payment: %i', (word, buttons) => {
  const order = { id: 'o1', status: 'cancelled', word, payment: { receivedCents: 0 }, customerName: 'Ada' };
  const details = {
    order,
    changing: { obstacle: 'change_closed' },
    refundable: [],
    rest: noRest,
    refunds: [],
  } as unknown;
  renderInShop(<OrderSteps details={details as OrderDetails} />);
  openOtherSteps();
  expect(screen.queryAllByRole('button', { name: 'Record a Payment' })).toHaveLength(buttons);
});

test.each([
  ['transfer', 1],
  ['card', 0],
])(
  'what was paid too much by %s is given to another order as plainly as it is given back: %i',
  (method, buttons) => {
    const payment = { receivedCents: 5000, overpaidCents: 1000, dueAmount: 0 };
    const details = {
      order: { id: 'o1', status: 'completed', word: 'completed', payment, customerName: 'Ada' },
      changing: { obstacle: 'change_closed' },
      refundable: [{ transactionId: 't1', method, amountCents: 5000 }],
      refundablePieces: {},
      rest: noRest,
      refunds: [],
    } as unknown;
    renderInShop(<OrderSteps details={details as OrderDetails} next="refund" />);
    screen.getByRole('button', { name: 'Record a Refund' });
    openOtherSteps();
    expect(screen.getByRole('link', { name: /New Order/ }).getAttribute('href')).toBe('/admin/orders/new');
    expect(screen.queryAllByRole('button', { name: 'Give to Another Order' })).toHaveLength(buttons);
  },
);

test.each([
  ['transfer', 1],
  ['card', 0],
])(
  'the notice of what was paid too much by %s opens the form that gives it to another order: %i',
  (method, forms) => {
    const payment = { receivedCents: 5000, overpaidCents: 1000, dueAmount: 0 };
    const details = {
      order: { id: 'o1', status: 'completed', word: 'completed', payment, customerName: 'Ada' },
      changing: { obstacle: 'change_closed' },
      refundable: [{ transactionId: 't1', method, amountCents: 5000 }],
      rest: noRest,
      refunds: [],
    } as unknown as OrderDetails;
    answerDatabase(() => ({ rows: [], after: null }));
    renderInShop(<OrderSteps details={details} opened={{ form: 'move' }} />);
    expect(screen.queryAllByRole('dialog')).toHaveLength(forms);
  },
);

test('when only settled orders can be completed, the order’s page says so instead of offering it', () => {
  const order = { id: 'o1', status: 'paid', payment: { receivedCents: 5000 }, customerName: 'Ada' };
  const details = {
    order,
    changing: { obstacle: null },
    refundable: [],
    rest: noRest,
    refunds: [],
    completionNeed: 'settlement',
  } as unknown;
  renderInShop(<OrderSteps details={details as OrderDetails} />);
  openOtherSteps();
  screen.getByText('Paid, not yet in the bank’s statement');
  expect(screen.queryByRole('button', { name: completeLabel })).toBeNull();
});

test('cancelling asks for confirmation; an order that was paid meanwhile stays, and is shown as paid', async () => {
  const orderId = '00000000-0000-4000-8000-00000000beef';
  let status = 'pending';
  const sent: unknown[] = [];
  answerDatabase((address) => {
    if (address.endsWith('/cancel')) {
      sent.push(address);
      status = 'paid';
      return Response.json({ code: 'transition_refused', message: 'Not possible.' }, { status: 409 });
    }
    const isHeld = status === 'paid';
    const order = {
      id: orderId,
      status,
      nextStep: 'pay',
      customerName: 'Ada',
      totalAmount: 5000,
      payment: { receivedCents: isHeld ? 500_000 : 0 },
    };
    const completionNeed = isHeld ? 'nothing' : 'payment';
    const cancelObstacle = isHeld ? 'refund_first' : null;
    return {
      order,
      changing: { obstacle: null },
      refundable: [],
      rest: noRest,
      refunds: [],
      timeline: [],
      completionNeed,
      cancelObstacle,
    };
  });
  function Order() {
    const { data } = useOrderDetails(orderId);
    return data ? <OrderSteps details={data} /> : null;
  }
  const user = renderInShop(<Order />);
  const cancel = async () => {
    await screen.findByRole('button', { name: 'Other Steps' });
    openOtherSteps();
    await user.click(screen.getByRole('button', { name: 'Cancel Order' }));
  };
  const dialog = () => within(screen.getByRole('dialog', { name: 'Cancel order #0000BEEF?' }));
  await cancel();
  await user.click(dialog().getByRole('button', { name: 'Keep It' }));
  expect(sent).toEqual([]);
  await cancel();
  // Both before the refusal is there, which is at once.
  act(() => {
    for (let press = 0; press < 2; press += 1)
      dialog().getByRole('button', { name: 'Cancel the Order' }).click();
  });
  await dialog().findByText('The order was not changed');
  await user.click(dialog().getByRole('button', { name: 'Keep It' }));
  openOtherSteps();
  await screen.findByRole('button', { name: completeLabel });
  expect(screen.queryByRole('button', { name: 'Cancel Order' })).toBeNull();
  expect(sent).toEqual([`/api/admin/orders/${orderId}/cancel`]);
});

test.each([
  ['what is due', {}, {}, 1],
  ['a phone that is asked now', { nextStep: 'wait' }, {}, 0],
  ['nothing due', { payment: { receivedCents: 0, dueAmount: 0 } }, {}, 0],
  ['more than M-Pesa takes at a time', {}, { mpesaLimit: 4999 }, 1],
  ['a shop without requests', {}, { promptsAreOn: false }, 0],
])('with %s a request of M-Pesa is offered or not', (_, over, shop, buttons) => {
  const order = {
    id: 'o1',
    status: 'pending',
    nextStep: 'pay',
    payment: { receivedCents: 0, dueAmount: 5000 },
  };
  const details = {
    order: { ...order, customerName: 'Ada', ...over },
    changing: { obstacle: null },
    refundable: [],
    rest: noRest,
    refunds: [],
  } as unknown as OrderDetails;
  const offered = (may: readonly Permission[]) => {
    renderInShop(
      <WithShopDetails details={{ promptsAreOn: true, ...shop }}>
        <OrderSteps details={details} />
      </WithShopDetails>,
      '/',
      may,
    );
    openOtherSteps();
    return screen.queryAllByRole('button', { name: 'Send an M-Pesa Prompt' }).length;
  };
  expect(offered(['orders.read'])).toBe(0);
  expect(offered(['payments.record'])).toBe(buttons);
});

test.each([
  ['part_paid', 300, 0, ['Write Off KES 300']],
  ['owed', 300, 0, ['Write Off KES 300']],
  ['added', 300, 0, ['Write Off KES 300']],
  ['sent_paid', 300, 0, []],
  // As SQL says of one to which something was added, and whose goods came back.
  ['added', 300, 0, [], 0],
  ['not_paid', 300, 0, []],
  ['paid', 0, 30_000, ['Take Write-Off Back']],
] as const)(
  'of an order at %s with KES %i due and %i cents written off: %j',
  (word, dueAmount, writtenOffCents, labels, writeOffCents: number = dueAmount * 100) => {
    const order = {
      id: 'o1',
      status: 'pending',
      word,
      payment: { receivedCents: 1, dueAmount, writtenOffCents },
    };
    const details = {
      order: { ...order, customerName: 'Ada' },
      changing: { obstacle: 'change_closed' },
      refundable: [],
      refundablePieces: {},
      serialsAtBuyer: {},
      rest: { ...noRest, dueCents: dueAmount * 100, writeOffCents },
      refunds: [],
      completionNeed: 'payment',
      cancelObstacle: 'refund_first',
    } as unknown;
    renderInShop(<OrderSteps details={details as OrderDetails} />);
    openOtherSteps();
    const shown = screen.queryAllByRole('button', { name: /Write.Off/ });
    expect(shown.map((button) => button.getAttribute('aria-label')?.replaceAll('\u00a0', ' '))).toEqual(
      labels,
    );
  },
);

test('an order paid in two ways is refunded, one payment after the other, and cancelled with the last', async () => {
  const payment = (method: string, transactionId: string, amountCents: number) => ({
    method,
    transactionId,
    reference: transactionId.toUpperCase(),
    amountCents,
    receivedAt: '2026-11-22T08:30:00Z',
  });
  let refundable = [payment('mpesa', 'first', 100_000), payment('transfer', 'second', 200_000)];
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (address.endsWith('/record_refund')) {
      sent.push(body);
      refundable = refundable.slice(1);
    }
    const receivedCents = refundable.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const status = receivedCents > 0 ? 'paid' : 'cancelled';
    return {
      order: {
        id: 'o1',
        status,
        word: status,
        customerName: 'Ada',
        payment: { receivedCents, overpaidCents: 0, dueAmount: 0 },
      },
      changing: { obstacle: null },
      refundable,
      rest: noRest,
      refunds: [],
      timeline: [],
      completionNeed: 'nothing',
    };
  });
  function Order() {
    const { data } = useOrderDetails('00000000-0000-4000-8000-00000000beef');
    return data ? <OrderSteps details={data} /> : null;
  }
  const user = renderInShop(<Order />);
  await screen.findByRole('button', { name: 'Other Steps' });
  openOtherSteps();
  await user.click(screen.getByRole('button', { name: 'Refund and Cancel' }));
  screen.getByText(/2 payments are left, this one first: M-Pesa FIRST, KES.1,000, .*; Bank transfer SECOND/);
  const amount = () => screen.getByLabelText<HTMLInputElement>('Amount in KES').value;
  expect(amount()).toBe('1,000');
  const giveBack = async (reference: string, button: string) => {
    await fillIn(user, { [reference]: 'FT26335MKN', 'Why it was refunded': 'Ordered twice' });
    await user.click(screen.getByRole('button', { name: button }));
  };
  await giveBack('M-Pesa code', 'Refund This Payment');
  await expect.poll(amount).toBe('2,000');
  screen.getByText(/The order is cancelled, and what is kept for it goes back on sale/);
  await giveBack('The bank’s reference', 'Refund and Cancel');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(sent).toMatchObject([
    { p_transaction_id: 'first', p_amount_cents: 100_000, p_cancels: false },
    { p_transaction_id: 'second', p_amount_cents: 200_000, p_cancels: true },
  ]);
});

test('a payment that a link knows is filled in; opened by itself the form begins with what is due', async () => {
  const order = {
    id: 'o1',
    status: 'pending',
    nextStep: 'pay',
    payment: { ...noMoney, dueAmount: 448_000 },
  };
  const details = {
    order,
    changing: { obstacle: null },
    refundable: [],
    rest: noRest,
    refunds: [],
    completionNeed: 'payment',
    cancelObstacle: null,
  } as unknown as OrderDetails;
  const opened = { form: 'payment', reference: 'UKUGTICYCI', amount: 200_000 } as const;
  const user = renderInShop(<OrderSteps details={details} opened={opened} />);
  const typed = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  expect([typed('M-Pesa code'), typed('Amount in KES')]).toEqual(['UKUGTICYCI', '200,000']);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  openOtherSteps();
  await user.click(screen.getByRole('button', { name: 'Record a Payment' }));
  expect([typed('M-Pesa code'), typed('Amount in KES')]).toEqual(['', '448,000']);
});
