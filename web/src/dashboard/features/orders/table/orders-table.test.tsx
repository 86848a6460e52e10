import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { OrdersTable } from './orders-table.tsx';

type PageQuery = { p_descending: boolean; p_filter: object; p_page: number; p_page_size: number };

/** So many orders to be sent; the calls for pages of them. */
function answerWith(total: number, over: object = {}): PageQuery[] {
  const calls: PageQuery[] = [];
  answerDatabase((_, body) => {
    const query = body as PageQuery;
    calls.push(query);
    const rows = Array.from({ length: Math.min(total, query.p_page_size) }, (_row, place) => ({
      id: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
      status: 'paid',
      nextStep: 'none',
      word: 'paid',
      createdAt: '2026-11-22T08:00:00Z',
      customerName: 'Ada',
      customerPhone: '',
      customerEmail: '',
      totalAmount: 50,
      transaction: 'completed',
      settledOn: null,
      openTasks: 0,
      lines: 0,
      items: [],
      payment: { receivedCents: 5000, acceptedCents: 5000, refundedCents: 0 },
      sent: null,
      ...over,
    }));
    return { rows, total };
  });
  return calls;
}

test('what is to be sent is listed oldest first, other orders newest first', async () => {
  const calls = answerWith(1);
  renderInShop(<OrdersTable />, '/admin/orders?status=to-send');
  await screen.findByRole('table');
  expect(calls.map((call) => [call.p_filter, call.p_descending])).toEqual([[{ toSend: true }, false]]);
  renderInShop(<OrdersTable />, '/admin/orders');
  await expect.poll(() => calls[1]).toMatchObject({ p_filter: {}, p_descending: true });
});

test.each([
  [{ pieces: 2, total: 5 }, ['2 of 5 sent']],
  [{ pieces: 5, total: 5 }, []],
  [null, []],
])('an order that has left in part says how many pieces, and no other: %o', async (sent, says) => {
  answerWith(1, { sent });
  renderInShop(<OrdersTable />, '/admin/orders');
  await screen.findByRole('link', { name: '#00000000' });
  expect(screen.queryAllByText(/^\d+ of \d+ sent$/).map(({ textContent }) => textContent)).toEqual(says);
});

test.each([
  [137, 'Select all 137 orders', 137],
  [3000, 'Select the first 500 orders', 500],
])(
  'of %i orders the check box of the header says what it selects, on all pages',
  async (total, name, chosen) => {
    const calls = answerWith(total);
    const user = renderInShop(<OrdersTable />, '/admin/orders?status=to-send&page=2');
    await user.click(await screen.findByRole('checkbox', { name }));
    await screen.findByText(`${chosen} orders selected`);
    expect(calls.at(-1)).toMatchObject({ p_page: 1, p_page_size: 500, p_descending: false });
    await user.click(screen.getByRole('checkbox', { name }));
    await expect.poll(() => screen.queryByText(/orders selected/)).toBeNull();
  },
);
