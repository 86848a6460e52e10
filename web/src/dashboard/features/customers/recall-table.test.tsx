import type { PiecesAtBuyer } from '@contract/admin-customers.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { RecallTable } from './recall-table.tsx';

const row: PiecesAtBuyer = {
  id: 'i1',
  orderId: '11111111-1111-4111-8111-1111a04d4a1d',
  orderedAt: '2026-11-20T08:00:00Z',
  productName: 'Auger',
  pieces: 2,
  serials: ['SN-1', 'SN-2'],
  customerName: 'Ada',
  company: null,
  phone: '+254712345678',
  email: null,
};

test('nothing is asked for until there are serial numbers; typing them finds who has the pieces', async () => {
  const asked: unknown[] = [];
  answerDatabase((address, body) => {
    if (!address.endsWith('/list_pieces_at_buyers')) return { rows: [], after: null };
    asked.push((body as { p_filter: unknown }).p_filter);
    return { rows: [row], after: null };
  });
  const user = renderInShop(<RecallTable />);
  await screen.findByText(/^Type serial numbers, or the name/);
  const field = screen.getByRole('searchbox');
  await user.type(field, 'SN');
  await screen.findByText('SN-1, SN-2');
  expect(document.activeElement).toBe(field);
  expect(asked).toEqual([{ serials: 'SN' }]);
  screen.getByText('+254712345678');
});

test('a product is no serial number: it is offered by its name or model, with the list of who has it', async () => {
  const asked: unknown[] = [];
  answerDatabase((address, body) => {
    if (address.endsWith('/find_products')) {
      asked.push(body);
      return { rows: [{ id: 'p1', name: 'Terrameter LS 2', model: 'LS2' }], after: null };
    }
    const { product } = (body as { p_filter: { product?: string } }).p_filter;
    return { rows: product ? [row] : [], after: null };
  });
  const user = renderInShop(<RecallTable />);
  await user.type(screen.getByRole('searchbox'), 'terrameter');
  const link = await screen.findByRole('link', { name: 'Who has Terrameter LS 2' });
  expect(screen.queryByText(/^Only serial numbers were looked through|No piece|No buyers/)).toBeNull();
  expect(asked).toMatchObject([{ p_search: 'terrameter' }]);
  await user.click(link);
  await screen.findByText('+254712345678');
  expect(screen.queryByRole('link', { name: /^Who has/ })).toBeNull();
});

test('of a product that nobody has it is said so', async () => {
  answerDatabase(() => ({ rows: [], after: null }));
  renderInShop(<RecallTable />, '/admin/customers/recall?product=p1');
  await screen.findByText('No piece of this product has left the shop, or all came back.');
});

test('the chip of a product names it', async () => {
  answerDatabase((address) =>
    address.endsWith('/products_by_ids')
      ? [{ id: row.orderId, name: 'Hand auger' }]
      : { rows: [], after: null },
  );
  renderInShop(<RecallTable />, `/admin/customers/recall?product=${row.orderId}`);
  await screen.findByRole('button', { name: /^Product: Hand auger/ });
});

test('what is typed is looked for among all products, whichever one was chosen', async () => {
  window.history.replaceState(null, '', '/admin/customers/recall?product=p1');
  const asked: unknown[] = [];
  answerDatabase((address, body) => {
    if (!address.endsWith('/list_pieces_at_buyers')) return { rows: [], after: null };
    asked.push((body as { p_filter: unknown }).p_filter);
    return { rows: [], after: null };
  });
  const user = renderInShop(<RecallTable />, '/admin/customers/recall?product=p1');
  await screen.findByText('One product');
  await user.type(screen.getByRole('searchbox'), 'TM-7');
  await expect.poll(() => asked.at(-1)).toEqual({ serials: 'TM-7' });
  expect(screen.queryByText('One product')).toBeNull();
  window.history.replaceState(null, '', '/');
});

test('of one product each buyer has the whole address to write to, and the product is not said again', async () => {
  const email = 'tobias.wekhomba.of.a.long.name@example.com';
  answerDatabase(() => ({ rows: [{ ...row, email }], after: null }));
  renderInShop(<RecallTable />, '/admin/customers/recall?product=p1');
  expect((await screen.findByRole('link', { name: email })).getAttribute('href')).toBe(`mailto:${email}`);
  expect(screen.queryByRole('columnheader', { name: 'Product' })).toBeNull();
});
