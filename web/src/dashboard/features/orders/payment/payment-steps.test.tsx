import type { OrderToPay, TransactionRow } from '@contract/admin-transactions.ts';
import { errorMessage } from '@contract/error-messages.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { fillIn, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { noMoney } from '#testing/order-states.ts';
import { PaymentSteps } from './payment-steps.tsx';
import { SharePaymentDialog } from './share-payment-dialog.tsx';

const idOf = (letter: string) => `00000000-0000-4000-8000-0000000000${letter}${letter}`;
const orders: OrderToPay[] = ['a', 'b', 'c'].map((letter) => ({
  orderId: idOf(letter),
  customerName: `Buyer ${letter}`,
  company: null,
  word: 'not_paid',
  payment: { ...noMoney, dueAmount: 2000 },
}));
const payment = {
  id: 'p1',
  orderId: null,
  restCents: 550_000,
  paymentMethod: 'transfer',
  reference: 'FT1',
  amount: 5500,
  decidedAt: '2026-11-20T09:00:00Z',
  status: 'completed',
  shares: [],
} as unknown as TransactionRow;

/** @param refusals of the first presses */
function answers(refusals: Response[] = []) {
  const sent: { p_id: string; p_shares: object[]; p_transaction_id: string; p_amount_cents: number }[] = [];
  answerDatabase((address, body) => {
    if (address.endsWith('/orders_to_pay'))
      return (body as { p_text?: string }).p_text === undefined ? orders.slice(0, 2) : orders.slice(2);
    if (!/share_payment|record_refund/.test(address)) return [];
    sent.push(body as (typeof sent)[0]);
    return refusals.shift() ?? payment;
  });
  return sent;
}
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const give = () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Give to Orders' });

test('a payment is given to orders that fit and to one that is searched, with what is due and no more than is left', async () => {
  const sent = answers([new Response('', { status: 504 })]);
  const user = renderInShop(<PaymentSteps payment={payment} />);
  await user.click(button('Give to Orders'));
  await user.click(give());
  await screen.findByText('Please choose an order');
  for (const letter of ['a', 'b'])
    await user.click(await screen.findByRole('button', { name: RegExp(`Buyer ${letter}`) }));
  await screen.findByText('KES 1,500 is left without an order.');
  await user.type(screen.getByLabelText('Find an order'), 'Buyer c');
  await user.click(await screen.findByRole('button', { name: /Buyer c/ }));
  const last = screen.getByLabelText<HTMLInputElement>(/Buyer c/);
  expect(last.value).toBe('1,500');
  await user.clear(last);
  await user.type(last, '1,500.50');
  await user.click(give());
  expect(messageUnder(last)).toContain('This is KES\u00a00.50 too much');
  expect(sent).toEqual([]);
  await user.clear(last);
  await user.type(last, '1,500');
  await user.click(give());
  await screen.findByText(/What you typed is still here/);
  await user.click(give());
  await screen.findByText('Given to Orders');
  expect(sent).toHaveLength(2);
  // Sent again after a lost reply it is the same press.
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[0]).toMatchObject({
    p_transaction_id: 'p1',
    p_shares: [
      { orderId: idOf('a'), cents: 200_000 },
      { orderId: idOf('b'), cents: 200_000 },
      { orderId: idOf('c'), cents: 150_000 },
    ],
  });
});

test('of an order on account that was sent in part it says what is owed by when, with its organisation, and gives what is not withheld', async () => {
  const sent = {
    dueAmount: 240_000,
    expectedCents: 482_000,
    unsentCents: 24_445_000,
    termsDays: 30,
    owedBy: '2126-12-31',
  };
  answerDatabase((address) =>
    address.endsWith('/orders_to_pay')
      ? [
          {
            ...orders[0],
            company: { name: 'Kilifi Works', pin: null },
            word: 'owed',
            payment: { ...noMoney, ...sent },
          },
        ]
      : [],
  );
  const user = renderInShop(<PaymentSteps payment={{ ...payment, restCents: 90_000_000 }} />);
  await user.click(button('Give to Orders'));
  const hit = await screen.findByRole('button', { name: /Kilifi Works, Buyer a/ });
  const said =
    /KES.240,000 is owed, by 31 Dec 2126; KES.484,450 with what is not sent yet; KES.4,820 of it is expected to be withheld\.$/;
  expect(hit.textContent).toMatch(said);
  await user.click(hit);
  const field = screen.getByLabelText<HTMLInputElement>(/Kilifi Works, Buyer a, KES/);
  expect(messageUnder(field)).toMatch(said);
  expect(field.value).toBe('479,630');
});

test('an order whose sum is emptied gets nothing, and a refusal is said', async () => {
  const sent = answers([refusedBySql('share_refused')]);
  const user = renderInShop(<PaymentSteps payment={payment} />);
  await user.click(button('Give to Orders'));
  for (const letter of ['a', 'b'])
    await user.click(await screen.findByRole('button', { name: RegExp(`Buyer ${letter}`) }));
  await user.clear(screen.getByLabelText(/Buyer a/));
  await user.click(give());
  await screen.findByText(new RegExp(errorMessage.share_refused));
  expect(sent.map(({ p_shares }) => p_shares)).toEqual([[{ orderId: idOf('b'), cents: 200_000 }]]);
});

test('what is too much for an order pays another one: what stays too much is said', async () => {
  const sent = answers();
  const user = renderInShop(
    <SharePaymentDialog payment={{ id: 'p1', cents: 250_000, from: idOf('b') }} onClose={() => {}} />,
  );
  await user.click(await screen.findByRole('button', { name: /Buyer a/ }));
  expect(screen.queryByRole('button', { name: /Buyer b/ })).toBeNull();
  screen.getByText('KES 500 stays too much.');
  await user.click(give());
  await screen.findByText('Given to Orders');
  expect(sent[0]?.p_shares).toEqual([
    { orderId: idOf('a'), cents: 200_000 },
    { orderId: idOf('b'), cents: -200_000 },
  ]);
});

test('what no order has is given back with a reason', async () => {
  const sent = answers();
  const user = renderInShop(<PaymentSteps payment={payment} />);
  await user.click(button('Record a Refund'));
  expect(screen.getByLabelText<HTMLInputElement>('Amount in KES').value).toBe('5,500');
  await fillIn(user, { 'The bank’s reference': 'FT9' });
  await user.click(button('Record Refund'));
  await screen.findByText('Please say why it was refunded');
  expect(sent).toEqual([]);
  await fillIn(user, { 'Why it was refunded': 'Sent to the wrong shop' });
  await user.click(button('Record Refund'));
  await screen.findByText('Refund Recorded');
  expect(sent).toMatchObject([{ p_transaction_id: 'p1', p_amount_cents: 550_000 }]);
});

test('of a payment that pays no order, its reversal speaks of no buyer and no pieces, and of its line', async () => {
  answers();
  const user = renderInShop(<PaymentSteps payment={{ ...payment, settledOn: '2026-11-20' }} />);
  await user.click(button('Reverse'));
  const dialog = screen.getByRole('dialog');
  expect(dialog.textContent).not.toMatch(/order|buyer|[Pp]ieces/);
  expect(dialog.textContent).not.toMatch(/waits for an answer/);
  await user.selectOptions(screen.getByLabelText('What happened'), 'Typed by mistake: it never was money');
  expect(dialog.textContent).toMatch(/line of the statement, of 20 Nov 2026, waits for an answer again\./);
  screen.getByText('Stays with the payment, with your name.');
});

test('of a payment that pays an order, its reversal says what the buyer gets', async () => {
  answers();
  const shares = [{ orderId: idOf('a'), customerName: 'Buyer a', cents: 100 }];
  const user = renderInShop(<PaymentSteps payment={{ ...payment, shares }} />);
  await user.click(button('Reverse'));
  screen.getByText(/The buyer gets a message/);
});

test.each<[string, Partial<TransactionRow>, string[]]>([
  ['all of it pays orders', { restCents: 0 }, ['Reverse']],
  ['it came for an order', { orderId: idOf('a') }, []],
  ['it was reversed', { status: 'reversed' }, []],
])('when %s, there is no more to do than %s', (_, over, names) => {
  answers();
  renderInShop(<PaymentSteps payment={{ ...payment, ...over }} />);
  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(names);
});
