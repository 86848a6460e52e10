import type { AdminOrder } from '@contract/admin.ts';
import { errorMessage } from '@contract/error-messages.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { fillIn, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { noMoney } from '#testing/order-states.ts';
import { RecordPaymentDialog } from './record-payment-dialog.tsx';

const order = { id: 'o1', payment: { ...noMoney, dueAmount: 1500 } } as AdminOrder;
const openDialog = (onClose = () => {}) =>
  renderInShop(<RecordPaymentDialog order={order} onClose={onClose} />);
const record = () => screen.getByRole('button', { name: 'Record Payment' });

test('what is due by M-Pesa is recorded with its code alone; sent again after a lost reply it is the same payment', async () => {
  const sent: { p_id: string }[] = [];
  answerDatabase((address, body) => {
    if (!address.endsWith('/record_payment')) return [];
    sent.push(body as { p_id: string });
    return sent.length === 1 ? new Response('', { status: 504 }) : { status: 'paid' };
  });
  const onClose = vi.fn();
  const user = openDialog(onClose);
  await user.click(record());
  expect(messageUnder(screen.getByLabelText('M-Pesa code'))).toMatch(/ten letters and digits/);
  expect(sent).toEqual([]);
  await fillIn(user, { 'M-Pesa code': 'sgr7xk2p1q' });
  await user.click(record());
  await screen.findByText(/What you typed is still here/);
  await user.click(record());
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toMatchObject([
    { p_order_id: 'o1', p_method: 'mpesa', p_reference: 'SGR7XK2P1Q', p_amount: 1500 },
    { p_id: sent[0]?.p_id, p_reference: 'SGR7XK2P1Q' },
  ]);
});

test('a code that is recorded already is refused in words, and what was typed stays', async () => {
  answerDatabase(() => refusedBySql('payment_recorded'));
  const user = openDialog();
  await fillIn(user, { 'M-Pesa code': 'SGR7XK2P1Q' });
  await user.click(record());
  await screen.findByText(new RegExp(errorMessage.payment_recorded));
  expect(screen.getByLabelText<HTMLInputElement>('M-Pesa code').value).toBe('SGR7XK2P1Q');
  const { search } = screen.getByRole<HTMLAnchorElement>('link', { name: /^Look at SGR7XK2P1Q/ });
  expect(search).toBe('?q=SGR7XK2P1Q');
});

test('a code of money that waits without an order leads to giving that to this order', async () => {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (address.endsWith('/record_payment')) return refusedBySql('payment_recorded');
    if (address.endsWith('/list_transaction_page'))
      return { rows: [{ id: 'p1', reference: 'SGR7XK2P1Q', restCents: 170_000 }], after: null };
    if (address.endsWith('/order_details')) return { payments: [] };
    if (address.endsWith('/share_payment')) sent.push(body);
    return [];
  });
  const onClose = vi.fn();
  const user = openDialog(onClose);
  await fillIn(user, { 'M-Pesa code': 'sgr7-xk2p 1q' });
  await user.click(record());
  await user.click(await screen.findByRole('button', { name: 'Give It to This Order' }));
  await screen.findByText('KES 200 is left without an order.');
  await user.click(screen.getByRole('button', { name: 'Give to Orders' }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toMatchObject([{ p_transaction_id: 'p1', p_shares: [{ orderId: 'o1', cents: 150_000 }] }]);
});

test.each([
  ['1,800.99', undefined],
  [
    '2,100',
    'KES\u00a0300 more than is due. What pays other orders, too, is recorded in Transactions and given to each.',
  ],
])('of KES 1,500 due and 300 not sent, what KES %s is more is said: %s', async (typed, said) => {
  const user = openFor({ dueAmount: 1500, unsentCents: 30_000 }, 'owed');
  const field = screen.getByLabelText('Amount in KES');
  await user.clear(field);
  await user.type(field, typed);
  expect(messageUnder(field)).toBe(said);
});

test.each([
  ['this order with this sum', { method: 'mpesa', reference: 'SGR7XK2P1Q', amountCents: 150_000 }, true],
  ['it with another sum', { method: 'mpesa', reference: 'SGR7XK2P1Q', amountCents: 150_001 }, false],
  ['nothing here', { method: 'mpesa', reference: 'SGR7XK2P1R', amountCents: 150_000 }, false],
])('a code that Safaricom’s list has proven meanwhile for %s', async (_, payment, isDone) => {
  answerDatabase((address) =>
    address.endsWith('/record_payment')
      ? refusedBySql('payment_recorded')
      : { payments: [payment], rows: [], after: null },
  );
  const onClose = vi.fn();
  const user = renderInShop(
    <RecordPaymentDialog
      order={order}
      begins={{ reference: 'SGR7XK2P1Q', amount: 1500 }}
      onClose={onClose}
    />,
  );
  await user.click(record());
  if (isDone) {
    await screen.findByText(/SGR7XK2P1Q, KES.1,500: it counts for this order already\. Nothing was added\.$/);
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  } else {
    await screen.findByText(new RegExp(errorMessage.payment_recorded));
    expect(onClose).not.toHaveBeenCalled();
  }
});

test('a code of which Safaricom told another sum is refused with that sum', async () => {
  answerDatabase(() => refusedBySql('payment_sum_differs', 2000));
  const user = openDialog();
  await fillIn(user, { 'M-Pesa code': 'SGR7XK2P1Q' });
  await user.click(record());
  await screen.findByText(/^Safaricom says that KES.20 came with this code\./);
});

test('a code that another method has is asked about: pressed once more, it is meant', async () => {
  const sure: unknown[] = [];
  answerDatabase((_, body) => {
    sure.push((body as { p_is_sure: boolean }).p_is_sure);
    return sure.length < 3 ? refusedBySql('payment_reference_used') : null;
  });
  const onClose = vi.fn();
  const user = openDialog(onClose);
  await fillIn(user, { 'M-Pesa code': 'sgr7-xk2p 1q' });
  await user.click(record());
  await screen.findByText(new RegExp(errorMessage.payment_reference_used));
  // Another code is another question.
  await user.clear(screen.getByLabelText('M-Pesa code'));
  await fillIn(user, { 'M-Pesa code': 'SGR7XK2P1R' });
  await user.click(record());
  await expect.poll(() => sure.length).toBe(2);
  await screen.findByText(new RegExp(errorMessage.payment_reference_used));
  await user.click(record());
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sure).toEqual([false, false, true]);
});

test('a payment for several orders is recorded, too', async () => {
  answerDatabase(() => null);
  const onClose = vi.fn();
  const user = openDialog(onClose);
  await fillIn(user, { 'M-Pesa code': 'SGR7XK2P1Q' });
  await user.click(record());
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

const openFor = (payment: Partial<AdminOrder['payment']>, word: AdminOrder['word']) =>
  renderInShop(
    <RecordPaymentDialog
      order={{ id: 'o1', word, payment: { ...noMoney, ...payment } } as AdminOrder}
      onClose={() => {}}
    />,
  );
const amount = () => screen.getByLabelText<HTMLInputElement>('Amount in KES').value;

test('of an order on account what is owed is proposed, and the whole is named', () => {
  openFor(
    { dueAmount: 99_380, roundedCents: 69, unsentCents: 15_200_000, termsDays: 30, owedBy: '2126-12-30' },
    'owed',
  );
  screen.getByText(
    /^KES.99,379\.31 is owed, by 30 Dec 2126; KES.251,379\.31 with what is not sent yet\. A smaller amount/,
  );
  expect(amount()).toBe('99,380');
});

test('where a certificate alone is open, no money is proposed', () => {
  openFor({ dueAmount: 807, roundedCents: 10, expectedCents: 80_690 }, 'owed');
  screen.getByText(
    /^No money is asked for: all that is due, KES.806\.90, is expected to be withheld as tax\.$/,
  );
  expect(amount()).toBe('');
});

test('before anything of it was sent, an order on account is not due', () => {
  openFor({ dueAmount: 1500, termsDays: 30 }, 'not_paid');
  screen.getByText(/^On account: to be paid within 30 days of sending\. KES.1,500 in all\./);
  expect(screen.queryByText(/is due/)).toBeNull();
});

test('a certificate has a form of its own words, which wants its number and says of what the sum is', async () => {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    sent.push(address.split('/').at(-1), body);
    return { status: 'pending' };
  });
  const rest = {
    dueCents: 0,
    writeOffCents: 0,
    expected: { withheld_vat: 262_069 },
    proposed: { withheld_vat: 0, withheld_tax: 0 },
    proposedOf: { withheld_vat: 13_103_448, withheld_tax: 0 },
  };
  const user = renderInShop(
    <RecordPaymentDialog order={order} rest={rest} method="withheld_vat" onClose={() => {}} />,
  );
  screen.getByRole('heading', { name: 'Record the certificate: VAT withheld' });
  screen.getByLabelText('Day of the certificate');
  screen.getByText(/^Of KES.131,034\.48 without VAT\.$/);
  expect(screen.queryByText(/is due|asked for the rest|Empty while|How it was paid/)).toBeNull();
  const save = screen.getByRole('button', { name: 'Record Certificate' });
  await user.click(save);
  expect(messageUnder(screen.getByLabelText('Certificate number'))).toMatch(/give the number/);
  expect(sent).toEqual([]);
  await fillIn(user, { 'Certificate number': 'C77' });
  await user.click(save);
  await expect
    .poll(() => sent)
    .toMatchObject(['record_payment', { p_method: 'withheld_vat', p_reference: 'C77', p_amount: 2620.69 }]);
});

test('a transfer less the tax notes the tax first, so that the buyer is not asked for it', async () => {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    sent.push([address.split('/').at(-1), body]);
    return { status: 'pending' };
  });
  const rest = {
    dueCents: 110_100_000,
    writeOffCents: 110_100_000,
    expected: {},
    proposed: { withheld_vat: 1_898_276, withheld_tax: 4_745_690 },
    proposedOf: { withheld_vat: 94_913_793, withheld_tax: 94_913_793 },
  };
  const user = renderInShop(<RecordPaymentDialog order={order} rest={rest} onClose={() => {}} />);
  await user.selectOptions(screen.getByLabelText('How it was paid'), 'Bank transfer');
  const type = async (amount: string) => {
    await user.clear(screen.getByLabelText('Amount in KES'));
    await fillIn(user, { 'Amount in KES': amount });
  };
  await type('1,082,000');
  expect(screen.queryByRole('checkbox')).toBeNull();
  for (const [amount, name] of [
    ['1,034,560.34', /KES.18,982\.76 as VAT, KES.47,456\.90 as income tax$/],
    ['1,053,543.10', /^The rest is withheld: KES.47,456\.90 as income tax$/],
    ['1,082,017.24', /^The rest is withheld: KES.18,982\.76 as VAT$/],
  ] as const) {
    await type(amount);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name }).checked).toBe(true);
  }
  await fillIn(user, { 'The bank’s reference': 'FT26335MKN' });
  await user.click(screen.getByRole('button', { name: 'Record Payment' }));
  await expect
    .poll(() => sent)
    .toMatchObject([
      ['note_withheld', { p_method: 'withheld_vat', p_cents: 1_898_276 }],
      ['record_payment', { p_method: 'transfer', p_amount: 1_082_017.24 }],
    ]);
});
