import type { OrderDetails } from '@contract/admin-orders.ts';
import { errorMessage } from '@contract/error-messages.ts';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { setPasswordPrompt } from '#dashboard/lib/password-again.ts';
import { fillIn, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { CreditDialog } from './reduction-dialogs.tsx';
import { RefundDialog } from './refund-dialog.tsx';

const item = { id: 'i1', productName: 'Auger', quantity: 2, price: 20 };
const payment = {
  method: 'card',
  transactionId: '11111111-1111-4111-8111-111111111111',
  reference: 'DON-1',
  amountCents: 5000,
  receivedAt: '2026-11-22T08:30:00Z',
};
const details = {
  order: { status: 'paid', items: [item], payment: { overpaidCents: 0 } },
  refundable: [payment],
  refundablePieces: { i1: 2 },
  serialsAtBuyer: {},
  papers: [],
} as unknown as OrderDetails;
const openDialog = (onClose = () => {}) => renderInShop(<RefundDialog details={details} onClose={onClose} />);

test('a reference that another order’s refund has is recorded when the button is pressed once more', async () => {
  const sure: unknown[] = [];
  answerDatabase((address, body) => {
    if (!address.endsWith('/record_refund')) return [];
    const { p_is_sure: isSure } = body as { p_is_sure: boolean };
    sure.push(isSure);
    return isSure ? {} : refusedBySql('refund_reference_used');
  });
  const onClose = vi.fn();
  const user = openDialog(onClose);
  const record = () => user.click(screen.getByRole('button', { name: 'Record Refund' }));
  await fillIn(user, { 'The bank’s reference of the refund': 'FT1', 'Why it was refunded': 'Ordered twice' });
  await record();
  await screen.findByText(/press the button once more/);
  // Another reference is another question.
  await user.type(screen.getByLabelText('The bank’s reference of the refund'), '2');
  await record();
  await expect.poll(() => sure).toEqual([false, false]);
  await screen.findByText(/press the button once more/);
  await record();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sure).toEqual([false, false, true]);
});

test('a day that the shop refuses is marked until another one is typed', async () => {
  answerDatabase(() => refusedBySql('refund_day_wrong'));
  const user = openDialog();
  await fillIn(user, { 'The bank’s reference of the refund': 'FT1', 'Why it was refunded': 'Ordered twice' });
  const day = screen.getByLabelText('Day of the refund');
  fireEvent.change(day, { target: { value: '2026-11-20' } });
  await user.click(screen.getByRole('button', { name: 'Record Refund' }));
  await expect.poll(() => messageUnder(day)).toBe(errorMessage.refund_day_wrong);
  fireEvent.change(day, { target: { value: '2026-11-22' } });
  expect(messageUnder(day)).toBeUndefined();
});

test('what happened to pieces is asked, and nothing is sent before it is said', async () => {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    sent.push([address.split('/').at(-1), body]);
    return {};
  });
  const onClose = vi.fn();
  const order = { ...details.order, id: 'o1' };
  const user = renderInShop(
    <CreditDialog details={{ ...details, order } as OrderDetails} onClose={onClose} />,
  );
  const credit = () => user.click(screen.getByRole('button', { name: 'Credit' }));
  await credit();
  expect(messageUnder(screen.getByLabelText('Auger'))).toBe('Please say which pieces');
  await fillIn(user, { Auger: '1', Why: 'Its case was broken' });
  const fate = screen.getByLabelText<HTMLSelectElement>('What happened to them');
  expect(fate.value).toBe('');
  await credit();
  expect(messageUnder(fate)).toBe('Please choose what happened to them');
  expect(sent).toEqual([]);
  await user.selectOptions(fate, 'Came back damaged');
  await credit();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent[0]).toMatchObject(['reduce_order', { p_lines: [{ itemId: 'i1', fate: 'damaged' }] }]);
});

test.each([
  [[5000, 3000], 'INV-1, or else INV-2'],
  [[0, 3000], null],
  [[null, 3000], null],
  [[5000], null],
])(
  'of invoices with %j left, the one that is credited is named where there are several: %s',
  (left, named) => {
    const papers = left.map((leftCents, place) => ({ number: `INV-${place + 1}`, leftCents }));
    renderInShop(<CreditDialog details={{ ...details, papers } as OrderDetails} onClose={() => {}} />);
    const said = screen.queryByText(/^The credit note is for/)?.textContent ?? null;
    expect(said).toBe(named && `The credit note is for the oldest invoice that has these pieces: ${named}.`);
  },
);

test('of pieces that the buyer keeps at a lower price no amount is proposed, and a typed one stays', async () => {
  const order = { ...details.order, id: 'o1' };
  const user = renderInShop(
    <CreditDialog details={{ ...details, order } as OrderDetails} onClose={() => {}} />,
  );
  const amount = () => screen.getByLabelText<HTMLInputElement>('Amount in KES').value;
  await fillIn(user, { Auger: '1' });
  expect(amount()).toBe('20');
  await user.selectOptions(screen.getByLabelText('What happened to them'), 'Kept by the buyer');
  expect(amount()).toBe('');
  await fillIn(user, { 'Amount in KES': '5' });
  await user.clear(screen.getByLabelText('Auger'));
  await fillIn(user, { Auger: '2' });
  expect(amount()).toBe('5');
});

test('pieces suggest the amount, go along with what became of them, and never more than are left', async () => {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (!address.endsWith('/record_refund')) return [];
    sent.push(body);
    return {};
  });
  const onClose = vi.fn();
  const user = openDialog(onClose);
  await fillIn(user, {
    'The bank’s reference of the refund': 'FT1',
    'Why it was refunded': 'Broken',
    Auger: '3',
  });
  await user.click(screen.getByRole('button', { name: 'Record Refund' }));
  expect(messageUnder(screen.getByLabelText('Auger'))).toBe('Please enter a number from 0 to 2');
  await user.clear(screen.getByLabelText('Auger'));
  await fillIn(user, { Auger: '1' });
  expect(screen.getByLabelText<HTMLInputElement>('Amount in KES').value).toBe('20');
  await user.selectOptions(screen.getByLabelText('What happened to them'), 'Came back damaged');
  await user.click(screen.getByRole('button', { name: 'Record Refund' }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toMatchObject([
    { p_amount_cents: 2000, p_lines: [{ itemId: 'i1', quantity: 1, fate: 'damaged' }], p_cancels: false },
  ]);
});

test('of pieces that come back the serial numbers are asked where they are known, unless all come back', async () => {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (address.endsWith('/record_refund')) sent.push((body as { p_lines: unknown }).p_lines);
    return {};
  });
  const known = { ...details, serialsAtBuyer: { i1: ['SN-1', 'SN-2'] } } as OrderDetails;
  for (const [quantity, fate, ticked, serials] of [
    ['1', 'Came back damaged', ['SN-2'], ['SN-2']],
    ['2', 'Back in stock', [], ['SN-1', 'SN-2']],
    ['1', 'Kept by the buyer', [], undefined],
  ] as const) {
    const onClose = vi.fn();
    const user = renderInShop(<RefundDialog details={known} onClose={onClose} />);
    await fillIn(user, {
      'The bank’s reference of the refund': 'FT1',
      'Why it was refunded': 'Broken',
      Auger: quantity,
    });
    await user.selectOptions(screen.getByLabelText('What happened to them'), fate);
    expect(screen.queryAllByRole('checkbox')).toHaveLength(ticked.length * 2);
    const record = () => user.click(screen.getByRole('button', { name: 'Record Refund' }));
    if (ticked.length > 0) {
      await record();
      screen.getByText('Please tick 1');
    }
    for (const serial of ticked) await user.click(screen.getByRole('checkbox', { name: serial }));
    await record();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect((sent.at(-1) as { serials?: string[] }[])[0]?.serials).toEqual(serials);
    cleanup();
  }
  expect(sent).toHaveLength(3);
});

test('pieces suggest no more than the chosen payment has', async () => {
  const cash = { ...payment, method: 'cash', transactionId: 'c', reference: 'CASH-1', amountCents: 1500 };
  const user = renderInShop(
    <RefundDialog details={{ ...details, refundable: [cash, payment] } as never} onClose={() => {}} />,
  );
  await user.type(screen.getByLabelText('Auger'), '1');
  expect(screen.getByLabelText<HTMLInputElement>('Amount in KES').value).toBe('15');
  await user.selectOptions(screen.getByLabelText('The payment'), screen.getByText(/DON-1/));
  await user.clear(screen.getByLabelText('Auger'));
  await user.type(screen.getByLabelText('Auger'), '2');
  expect(screen.getByLabelText<HTMLInputElement>('Amount in KES').value).toBe('40');
});

test('without pieces, what was paid too much is suggested, also once they were taken out again', async () => {
  const order = { ...details.order, payment: { ...details.order.payment, overpaidCents: 1500 } };
  const user = renderInShop(
    <RefundDialog details={{ ...details, order } as OrderDetails} onClose={() => {}} />,
  );
  const amount = () => screen.getByLabelText<HTMLInputElement>('Amount in KES').value;
  expect(amount()).toBe('15');
  await user.type(screen.getByLabelText('Auger'), '1');
  expect(amount()).toBe('20');
  await user.clear(screen.getByLabelText('Auger'));
  expect(amount()).toBe('15');
});

test('with the order it cancels, all is given back', async () => {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (!address.endsWith('/record_refund')) return [];
    sent.push(body);
    return {};
  });
  const onClose = vi.fn();
  const user = renderInShop(<RefundDialog cancels details={details} onClose={onClose} />);
  expect(screen.queryByLabelText('Auger')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Amount in KES').readOnly).toBe(true);
  await fillIn(user, { 'The bank’s reference of the refund': 'FT1', 'Why it was refunded': 'Not wanted' });
  await user.click(screen.getByRole('button', { name: 'Refund and Cancel' }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toMatchObject([{ p_amount_cents: 5000, p_lines: [], p_cancels: true }]);
});

test('goes back as it came unless another way is chosen, which has its own reference and asks for the password', async () => {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (!address.endsWith('/record_refund')) return [];
    sent.push(body);
    return asks.mock.calls.length === 0 ? refusedBySql('password_required') : {};
  });
  const asks = vi.fn(() => Promise.resolve(true));
  setPasswordPrompt(asks);
  const onClose = vi.fn();
  const user = openDialog(onClose);
  const way = screen.getByLabelText<HTMLSelectElement>('How it went back');
  expect([way.value, messageUnder(way)]).toEqual(['card', undefined]);
  expect([...way.options].map(({ text }) => text)).toEqual([
    'Card',
    'M-Pesa',
    'Bank transfer',
    'Cash',
    'Cheque',
  ]);
  await user.selectOptions(way, 'M-Pesa');
  screen.getByText(/^Another way asks for your password/);
  await fillIn(user, { 'M-Pesa code': 'FT1', 'Why it was refunded': 'The card was closed' });
  await user.click(screen.getByRole('button', { name: 'Record Refund' }));
  expect(messageUnder(screen.getByLabelText('M-Pesa code'))).toMatch(/ten letters and digits/);
  expect(sent).toEqual([]);
  await user.clear(screen.getByLabelText('M-Pesa code'));
  await fillIn(user, { 'M-Pesa code': 'sgr7xk2p1q' });
  await user.click(screen.getByRole('button', { name: 'Record Refund' }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  setPasswordPrompt(null);
  expect(asks).toHaveBeenCalledOnce();
  expect(sent.at(-1)).toMatchObject({ p_method: 'mpesa', p_bank_reference: 'SGR7XK2P1Q' });
});

test('cash needs no receipt, and what never was paid by card does not go back to one', async () => {
  const cash = { ...payment, method: 'cash' };
  renderInShop(<RefundDialog details={{ ...details, refundable: [cash] } as never} onClose={() => {}} />);
  expect(screen.queryByRole('option', { name: 'Card' })).toBeNull();
  screen.getByLabelText('Receipt number');
  screen.getByText('Optional.');
});

test('stays as it was opened while its payment, refunded in full, is no choice any more', () => {
  let show: (now: OrderDetails) => void = () => {};
  function Page() {
    const [now, setNow] = useState(details);
    show = setNow;
    return <RefundDialog details={now} onClose={() => {}} />;
  }
  renderInShop(<Page />);
  act(() => show({ ...details, refundable: [] }));
  expect(screen.getByLabelText<HTMLInputElement>('Amount in KES').value).toBe('50');
});
