import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { fillIn, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { stockDraft, emptyStockEntry } from './typed-entry.ts';
import { StockEntry } from './stock-entry.tsx';

const battery = {
  productId: 'p1',
  name: 'Battery',
  model: 'US5000',
  stock: 5,
  held: 0,
  toSend: 2,
  waiting: 0,
};
const tripod = { productId: 'p2', name: 'Tripod', model: null, stock: 0, held: 0, toSend: 0, waiting: 1 };
type Sent = { p_id: string; p_kind: string; p_lines: object[] };

/** The form; `book` answers what is booked, `stock` is what there is when it is asked again. */
function openForm(book: (sent: Sent, times: number) => unknown = () => [], stock = [battery]) {
  const sent: Sent[] = [];
  answerDatabase((address, body) => {
    if (address.endsWith('/book_stock')) return book(body as Sent, sent.push(body as Sent));
    const { p_search: words = '', p_ids: ids } = body as { p_search?: string; p_ids?: string[] };
    return ids
      ? stock
      : [battery, tripod].filter(({ name, model }) => `${name} ${model}`.toLowerCase().includes(words));
  });
  return { user: renderInShop(<StockEntry />), sent };
}

async function find(user: ReturnType<typeof openForm>['user'], words: string, name: RegExp) {
  await fillIn(user, { 'Find a product': words });
  await user.click(await screen.findByRole('button', { name }));
}

async function retype(user: ReturnType<typeof openForm>['user'], label: string, text: string) {
  await user.clear(screen.getByLabelText(label));
  await fillIn(user, { [label]: text });
}

test('what was found with other words is gone, and Enter does not take it', async () => {
  const { user } = openForm();
  await fillIn(user, { 'Find a product': 'bat' });
  await screen.findByRole('button', { name: /Battery/ });
  await user.type(screen.getByLabelText('Find a product'), ' tri');
  expect(screen.queryByRole('list', { name: 'Found products' })).toBeNull();
  await user.keyboard('{Enter}');
  expect(screen.queryByLabelText('Pieces')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Find a product').value).toBe('bat tri');
  await screen.findByRole('list', { name: 'Found products' });
});

test('a scanned model, which ends with Enter, is taken as soon as it is found; what only begins so is not', async () => {
  const { user } = openForm();
  const search = screen.getByLabelText<HTMLInputElement>('Find a product');
  await user.type(search, 'us500{Enter}');
  await screen.findByRole('button', { name: /Battery/ });
  expect(screen.queryByLabelText('Pieces')).toBeNull();
  // The next scan replaces what was not a model.
  await user.keyboard('us5000{Enter}');
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('pieces p1');
  expect(search.value).toBe('');
});

test('of two products of one model none is taken by a scan', async () => {
  answerDatabase(() => [battery, { ...battery, productId: 'p3', name: 'Battery, used' }]);
  const user = renderInShop(<StockEntry />);
  await user.type(screen.getByLabelText('Find a product'), 'US5000{Enter}');
  await screen.findByRole('button', { name: /used/ });
  expect(screen.queryByLabelText('Pieces')).toBeNull();
});

test('goods are found, typed and booked by the keyboard alone after each choice', async () => {
  const { user, sent } = openForm(() => [
    { productId: 'p2', name: 'Tripod', change: 3, served: ['00000000-0000-4000-8000-0000c878fc54'] },
  ]);
  await fillIn(user, { Supplier: 'Guideline Geo', 'Delivery note': 'DN 4711' });
  await find(user, 'bat', /Battery.*7 in the shop/);
  // The pieces are typed where the focus is; Enter goes on to the next product and books nothing.
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('pieces p1');
  await user.keyboard('2{Enter}');
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('find');
  await find(user, 'tri', /Tripod.*1 order waits for it/);
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('pieces p2');
  await user.keyboard('3');
  expect(sent).toEqual([]);
  await screen.findByText('2 products, +5 pieces');
  await user.click(screen.getByRole('button', { name: 'Book the Goods' }));
  const link = await screen.findByRole('link', { name: '#C878FC54' });
  expect(link.closest('li')?.textContent).toBe('+3 Tripod, for #C878FC54');
  expect(sent).toMatchObject([
    {
      p_kind: 'received',
      p_supplier: 'Guideline Geo',
      p_reference: 'DN 4711',
      p_lines: [
        { productId: 'p2', quantity: 3 },
        { productId: 'p1', quantity: 2 },
      ],
    },
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('Supplier').value).toBe('');
});

test('a stock-take shows each difference before it is booked', async () => {
  const { user, sent } = openForm();
  await user.selectOptions(screen.getByLabelText('What happened'), 'Stock-take');
  await find(user, 'bat', /Battery/);
  screen.getByText('US5000 · 7 in the shop, 2 of them sold and to be sent');
  await screen.findByText('0 of 1 product counted');
  await fillIn(user, { Counted: '6' });
  await screen.findByText('−1 piece');
  await screen.findByText('1 product, 1 differs: −1 piece');
  await retype(user, 'Counted', '7');
  await screen.findByText('As it should be.');
  await screen.findByText('1 product, no difference');
  await user.click(screen.getByRole('button', { name: 'Book the Differences' }));
  await screen.findByText('Everything is as counted');
  expect(sent).toMatchObject([{ p_lines: [{ productId: 'p1', quantity: 7, expected: 7 }] }]);
});

test('what moved since it was counted is marked, and counted again', async () => {
  const { user, sent } = openForm(
    (_, times) => (times === 1 ? refusedBySql('stock_meanwhile') : []),
    [{ ...battery, toSend: 1 }],
  );
  await user.selectOptions(screen.getByLabelText('What happened'), 'Stock-take');
  await find(user, 'bat', /Battery/);
  await fillIn(user, { Counted: '7' });
  await user.click(screen.getByRole('button', { name: 'Book the Differences' }));
  await screen.findByText(/6 should be there now/);
  expect(screen.getByLabelText<HTMLInputElement>('Counted').value).toBe('7');
  await retype(user, 'Counted', '6');
  expect(screen.queryByText(/should be there now/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Book the Differences' }));
  await screen.findByText('Everything is as counted');
  expect(sent.map(({ p_lines: [line] }) => line)).toMatchObject([{ expected: 7 }, { expected: 6 }]);
  expect(sent[0]?.p_id).not.toBe(sent[1]?.p_id);
});

test('wrong pieces stay, with what is wrong', async () => {
  const { user, sent } = openForm();
  await user.click(screen.getByRole('button', { name: 'Book the Goods' }));
  expect(messageUnder(screen.getByLabelText('Find a product'))).toBe('Find a product first');
  await find(user, 'bat', /Battery/);
  await fillIn(user, { Pieces: 'two' });
  await user.click(screen.getByRole('button', { name: 'Book the Goods' }));
  expect(messageUnder(screen.getByLabelText('Pieces'))).toBe('Enter how many pieces');
  await user.selectOptions(screen.getByLabelText('What happened'), 'Damaged or lost');
  await retype(user, 'Pieces', '6');
  expect(messageUnder(screen.getByLabelText('Pieces'))).toMatch(/At most 5 can be taken away/);
  expect(sent).toEqual([]);
});

test('what is typed survives a reload and a lost reply, and is sent under the same key', async () => {
  const { user, sent } = openForm((_, times) => {
    if (times === 1) throw new TypeError('Failed to fetch');
    return [{ productId: 'p1', name: 'Battery', change: 2, served: [] }];
  });
  await find(user, 'bat', /Battery/);
  await fillIn(user, { Pieces: '2' });
  await user.click(screen.getByRole('button', { name: 'Book the Goods' }));
  await screen.findByText('No answer came');
  cleanup();
  renderInShop(<StockEntry />);
  await screen.findByText('What you typed before has been restored');
  await user.click(screen.getByRole('button', { name: 'Book the Goods' }));
  await screen.findByText('+2 Battery');
  expect(sent[0]?.p_id).toBe(sent[1]?.p_id);
});

test('what is typed while a delivery is being booked stays, and the rest is gone', async () => {
  const reply = deferredPromise<unknown>();
  const { user } = openForm(() => reply.promise);
  await find(user, 'bat', /Battery/);
  await fillIn(user, { Pieces: '2' });
  await user.click(screen.getByRole('button', { name: 'Book the Goods' }));
  await find(user, 'tri', /Tripod/);
  await user.keyboard('3');
  reply.release([{ productId: 'p1', name: 'Battery', change: 2, served: [] }]);
  await screen.findByText('+2 Battery');
  screen.getByText('1 product, +3 pieces');
  expect(screen.queryByRole('group', { name: 'Battery' })).toBeNull();
});

test('what was booked after the page was left is not offered again', async () => {
  const reply = deferredPromise<unknown>();
  const { user, sent } = openForm(() => reply.promise);
  await find(user, 'bat', /Battery/);
  await fillIn(user, { Pieces: '2' });
  await user.click(screen.getByRole('button', { name: 'Book the Goods' }));
  await expect.poll(() => sent.length).toBe(1);
  cleanup();
  reply.release([{ productId: 'p1', name: 'Battery', change: 2, served: [] }]);
  await expect.poll(() => stockDraft.recall()).toBeNull();
});

test('a refusal leads to the field, with what there is at the moment', async () => {
  const { user } = openForm(() => refusedBySql('pieces_missing', 'Battery'), [{ ...battery, held: 4 }]);
  await user.selectOptions(screen.getByLabelText('What happened', { selector: 'select' }), 'Damaged or lost');
  await find(user, 'bat', /Battery/);
  await user.click(screen.getByRole('button', { name: 'Take Them Off the Stock' }));
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('pieces p1');
  expect(messageUnder(screen.getByLabelText('Pieces'))).toBe('Enter how many pieces');
  await fillIn(user, { Pieces: '2' });
  await user.click(screen.getByRole('button', { name: 'Take Them Off the Stock' }));
  await screen.findByText(/At most 1 can be taken away/);
  expect(screen.queryByText(/since you counted/)).toBeNull();
});

test('after a product is removed, the focus is where the next one is found', async () => {
  const { user } = openForm();
  await find(user, 'bat', /Battery/);
  await user.click(screen.getByRole('button', { name: 'Remove Battery' }));
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('find');
});

test('the same pieces once more are another delivery', async () => {
  const { user, sent } = openForm(() => [{ productId: 'p1', name: 'Battery', change: 2, served: [] }]);
  for (const times of [1, 2]) {
    await find(user, 'bat', /Battery/);
    await fillIn(user, { Pieces: '2' });
    await user.click(screen.getByRole('button', { name: 'Book the Goods' }));
    await screen.findByText('+2 Battery');
    expect(sent).toHaveLength(times);
  }
  expect(sent[1]?.p_id).not.toBe(sent[0]?.p_id);
});

test('an entry is kept as a draft, without what is no line', () => {
  const line = { product: battery, quantity: '2', cost: '', hasMoved: false };
  const typed = { ...emptyStockEntry, kind: 'damaged' as const, lines: [line] };
  const draft = { typed, sent: { id: 'a', what: 'b' } };
  const recalled = (stored: unknown) => {
    stockDraft.remember(stored as typeof draft);
    return stockDraft.recall();
  };
  expect(recalled(draft)).toEqual(draft);
  for (const part of [{ kind: 'eaten' }, { lines: [{}] }, { lines: [4] }])
    expect(recalled({ ...draft, typed: { ...typed, ...part } })).toBeNull();
  expect(recalled('no draft')).toBeNull();
});
