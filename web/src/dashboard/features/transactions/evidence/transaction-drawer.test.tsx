import type { TransactionEvidence } from '@contract/admin-transactions.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { TransactionDrawer } from './transaction-drawer.tsx';

test('a connection lost while the bank is queried is reported, and the bank is queried again', async () => {
  const undecided = {
    id: 't1',
    orderId: 'o1',
    reference: 'DON-1',
    customerName: 'Ada',
    amount: 5000,
    status: 'pending',
    createdAt: '2026-11-22T08:00:00Z',
    decidedAt: null,
    bankAmountCents: null,
    answers: [],
    shares: [],
    restCents: 0,
    note: null,
    sales: { grossCents: 0, refundedCents: 0 },
    givenBack: [],
    openTasks: [],
    paymentMethod: 'card',
  } as unknown as TransactionEvidence;
  let queries = 0;
  answerDatabase((address) => {
    if (!address.startsWith('/api/')) return undecided;
    queries += 1;
    if (queries === 1) throw new TypeError('Failed to fetch');
    return { status: 'completed' };
  });
  const user = renderInShop(
    <TransactionDrawer id="a0000000-0000-4000-8000-000000000001" onClose={() => {}} />,
  );
  const ask = await screen.findByRole('button', { name: 'Ask the bank again' });
  await user.click(ask);
  await screen.findByText('No answer came');
  await user.click(ask);
  await screen.findByText('What the bank said is below.');
  expect(queries).toBe(2);
});

test('an address with something that is no id opens nothing, and asks nothing', () => {
  const asked: string[] = [];
  answerDatabase((address) => asked.push(address));
  renderInShop(<TransactionDrawer id="t1" onClose={() => {}} />);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(asked).toEqual([]);
});

test('a payment that staff recorded says by whom, and why it does not count; the bank is not asked', async () => {
  answerDatabase(() => ({
    id: 't1',
    orderId: 'o1',
    reference: '000123',
    customerName: 'Ada',
    amount: 5000,
    status: 'reversed',
    createdAt: '2026-11-22T08:00:00Z',
    decidedAt: '2026-11-20T09:00:00Z',
    bankAmountCents: 500_000,
    answers: [],
    shares: [],
    restCents: 0,
    note: null,
    sales: { grossCents: 0, refundedCents: 0 },
    givenBack: [],
    paymentMethod: 'cheque',
    recordedByName: 'Wanjiru',
    reversedByName: 'Otieno',
    nextAskAt: null,
    openTasks: [],
    settledOn: null,
    reversalReason: 'It bounced',
  }));
  renderInShop(<TransactionDrawer id="a0000000-0000-4000-8000-000000000001" onClose={() => {}} />);
  await screen.findByText('Cheque');
  screen.getByText('Wanjiru');
  screen.getByText('It bounced (Otieno)');
  expect(screen.queryByRole('button', { name: 'Ask the bank again' })).toBeNull();
});

const prompt = {
  id: 't1',
  orderId: '00000000-0000-4000-8000-00001a2b3c4d',
  reference: 'IC1A2B3C4D',
  source: 'asked',
  customerName: 'Ada',
  amount: 5000,
  status: 'pending',
  bankStatus: 'no answer',
  createdAt: '2026-11-22T08:00:00Z',
  decidedAt: null,
  bankAmountCents: null,
  answers: [],
  shares: [],
  restCents: 0,
  note: null,
  sales: { grossCents: 0, refundedCents: 0 },
  givenBack: [],
  openTasks: [],
  paymentMethod: 'mpesa',
  recordedByName: null,
  reversalReason: null,
  settledOn: null,
  nextAskAt: '2026-11-22T08:05:00Z',
};

test('of a request to a phone Safaricom is asked, and the bank is not named', async () => {
  answerDatabase((address) => (address.startsWith('/api/') ? { status: 'failed' } : prompt));
  const user = renderInShop(
    <TransactionDrawer id="a0000000-0000-4000-8000-000000000001" onClose={() => {}} />,
  );
  await user.click(await screen.findByRole('button', { name: 'Ask Safaricom again' }));
  await screen.findByText('What Safaricom said is below.');
  screen.getByText('What Safaricom said');
  screen.getByText('Safaricom has not been asked yet.');
  expect(document.body.textContent).not.toMatch(/bank/i);
});

test('a payment to the paybill that nobody recorded was listed, and is not asked about', async () => {
  answerDatabase(() => ({
    ...prompt,
    source: 'told',
    reference: 'SGR7XK2P1Q',
    status: 'completed',
    bankStatus: '0',
    bankAmountCents: 500_000,
    decidedAt: '2026-11-20T09:00:00Z',
    nextAskAt: null,
  }));
  renderInShop(<TransactionDrawer id="a0000000-0000-4000-8000-000000000001" onClose={() => {}} />);
  await screen.findByText('Safaricom’s list, or a statement');
  expect(screen.queryByText('Recorded by')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Ask/ })).toBeNull();
});

test('money that has no order leads to no order and no customer', async () => {
  answerDatabase(() => ({
    id: 't1',
    orderId: null,
    customerName: null,
    reference: 'SGR7XK2P1Q',
    amount: 5000,
    status: 'returned',
    createdAt: '2026-11-22T08:00:00Z',
    decidedAt: '2026-11-20T09:00:00Z',
    bankAmountCents: 500_000,
    answers: [],
    shares: [],
    restCents: 0,
    note: null,
    sales: { grossCents: 0, refundedCents: 0 },
    givenBack: [],
    paymentMethod: 'mpesa',
    recordedByName: 'Wanjiru',
    reversalReason: null,
    nextAskAt: null,
    openTasks: [],
    settledOn: null,
  }));
  renderInShop(<TransactionDrawer id="a0000000-0000-4000-8000-000000000001" onClose={() => {}} />);
  await screen.findByText('Given back, or not ours');
  screen.getByText('None');
  expect(screen.queryByText('Customer')).toBeNull();
});

test('a cheque that bounced was not given back: the day and why are said, and how the shop gave other money back', async () => {
  answerDatabase(() => ({
    ...prompt,
    source: 'recorded',
    status: 'completed',
    paymentMethod: 'cheque',
    bankAmountCents: 2_780_000,
    sales: { grossCents: 2_780_000, refundedCents: 2_880_000 },
    givenBack: [{ cents: 100_000, method: 'mpesa', reference: 'SGR7XK2P1Q', day: '2026-11-27' }],
    takenBack: { cause: 'bounced', cents: 2_780_000, day: '2026-11-28', reason: 'Refer to drawer' },
  }));
  renderInShop(<TransactionDrawer id="a0000000-0000-4000-8000-000000000001" onClose={() => {}} />);
  await screen.findByText(/KES\s27,800, 28 Nov 2026: Refer to drawer/);
  screen.getByText(/^KES\s1,000, M-Pesa SGR7XK2P1Q, 27 Nov 2026$/);
});

test('a payment of which too much came leads to the refund of its order', async () => {
  const task = {
    id: 'k1',
    kind: 'overpaid',
    orderId: prompt.orderId,
    amountCents: 300_000,
    isCancelled: false,
  };
  answerDatabase(() => ({ ...prompt, status: 'completed', openTasks: [task] }));
  renderInShop(<TransactionDrawer id="a0000000-0000-4000-8000-000000000001" onClose={() => {}} />);
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Record a Refund' });
  expect(link.pathname).toBe(`/admin/orders/${prompt.orderId}`);
});
