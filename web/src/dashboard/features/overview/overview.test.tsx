import { screen, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { shopFacts } from '@contract/shop-facts.ts';
import { answerDatabase } from '#testing/answer-database.ts';
import { noAlerts } from '#testing/no-alerts.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { Overview } from './overview.tsx';

const figures = {
  from: '2026-10-24',
  to: '2026-11-22',
  beforeFrom: '2026-09-24',
  beforeTo: '2026-10-23',
  step: 'day',
  stats: { totalSales: 0, totalOrders: 0, totalProducts: 83, totalUsers: 2 },
  before: { totalSales: 0, totalOrders: 0, totalProducts: 83, totalUsers: 2 },
  sold: { grossCents: 0, refundedCents: 0, netCents: 0, settledCents: 0, ordersPaid: 0 },
  sales: [],
  topProducts: [],
};

test('what waits stands before the figures', async () => {
  answerDatabase(() => Response.json({ code: 'internal', message: 'Broken.' }, { status: 500 }));
  renderInShop(<Overview />);
  const figuresHeading = await screen.findByRole('heading', { name: 'Sales' });
  const waits = screen.getByRole('heading', { name: 'Needs your attention' });
  expect(waits.compareDocumentPosition(figuresHeading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a part that fails does not affect the others, and can be retried', async () => {
  Object.assign(shopFacts, { legalTextsApprovedOn: '2026-11-26' });
  onTestFinished(() => void Object.assign(shopFacts, { legalTextsApprovedOn: null }));
  let isDown = true;
  answerDatabase((address) => {
    if (address === '/api/admin/stats') return { ...figures.stats, totalSales: 815_000, totalOrders: 6 };
    if (address === '/api/admin/orders?limit=5') return [];
    if (address.endsWith('/list_order_page')) return { rows: [], after: null };
    if (address.endsWith('/find_products')) return { rows: [], after: null };
    if (!address.endsWith('/stats_of_period')) return noAlerts;
    const broken = { code: 'internal', message: 'Something went wrong on our side.' };
    return isDown ? Response.json(broken, { status: 500 }) : figures;
  });
  const user = renderInShop(<Overview />);
  const failure = (await screen.findByText('We could not load the figures')).closest<HTMLElement>(
    '[role=alert]',
  )!;
  await screen.findByText(/^Nothing needs you now/);
  await screen.findByText('No orders yet.');
  expect(screen.getAllByRole('alert')).toEqual([failure]);
  isDown = false;
  await user.click(within(failure).getByRole('button', { name: 'Try again' }));
  const figureOf = (name: string) => screen.getByText(name).closest('dt')?.nextElementSibling?.textContent;
  await screen.findByText('Total Sales');
  expect(figureOf('Total Sales')).toBe('KES\u00a0815,000');
  expect(figureOf('Orders Sold')).toBe('6');
  // Nothing was sold in these days: one sentence, and no figure.
  screen.getByText('No money came in during this time.');
  expect(screen.queryByText(/KES\s0$/)).toBeNull();
  screen.getByRole('heading', { name: 'Top Products, last 30 days' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('what unpaid guests hold is let go with one press', async () => {
  const held = { pieces: 41, orderIds: ['o1', 'o2', 'o3'] };
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (address.endsWith('/release_holds')) return sent.push(body);
    if (address.endsWith('/list_order_page')) return { rows: [], after: null };
    if (address.endsWith('/owner_alerts'))
      return { ...noAlerts, heldForGuests: sent.length > 0 ? { pieces: 0, orderIds: [] } : held };
    return Response.json({ code: 'internal', message: 'Broken.' }, { status: 500 });
  });
  const user = renderInShop(<Overview />);
  await screen.findByText('Reserved: 41 pieces by 3 unpaid guests');
  await user.click(screen.getByRole('button', { name: 'Let go' }));
  await expect.poll(() => screen.queryByText(/^Reserved/)).toBeNull();
  expect(sent).toEqual([{ p_order_ids: held.orderIds }]);
});

test('the orders to send stand among what waits, each with its promise, and what is out is one number', async () => {
  const order = (id: string, deliverBy: string, lateSince: string | null) => ({
    id,
    deliverBy,
    lateSince,
    customerName: `Buyer ${id}`,
    totalAmount: 2_000,
    createdAt: '2026-11-20T06:00:00Z',
  });
  answerDatabase((address) => {
    if (address.endsWith('/owner_alerts'))
      return { ...noAlerts, toSend: 2, lateToSend: 1, outOfStock: 9, runningOut: 36 };
    if (address.endsWith('/list_order_page'))
      return {
        rows: [
          { ...order('o1', '2026-11-27', '2026-11-27'), company: { name: 'Kilifi Works' } },
          order('o2', '2026-12-05', null),
        ],
        after: null,
      };
    if (address.endsWith('/find_products'))
      return {
        rows: [
          { id: 'p1', name: 'Auger', stock: 2, held: 0 },
          { id: 'p2', name: 'Bit', stock: 7, held: 3 },
        ],
        after: null,
      };
    return Response.json({ code: 'internal', message: 'Broken.' }, { status: 500 });
  });
  renderInShop(<Overview />);
  await screen.findByRole('link', { name: '9 out of stock' });
  const rowsOf = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent.replaceAll('\u00a0', ' '));
  expect(rowsOf('Needs your attention')).toEqual([
    'Send #O1Kilifi Works, Buyer o1late: Fri 27 NovKES 2,000',
    'Send #O2Buyer o2deliver by Sat 5 DecKES 2,000',
  ]);
  // On a phone its number is not broken.
  expect(document.body.textContent).toContain('Send\u00a0#O1');
  expect(rowsOf('Stock running out')).toEqual(['9 out of stock', 'Auger2 left', 'Bit4 left, 3 held']);
  screen.getByRole('link', { name: '2 to send or do, 1 late' });
  screen.getByRole('link', { name: '36 running out' });
});
