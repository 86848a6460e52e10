import { useQuery } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Link, Route, Routes, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { adminKey } from '#dashboard/lib/admin-queries.ts';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { AdminOrderPage } from './order-page.tsx';
import { noRest } from '#testing/order-states.ts';

const id = '00000000-0000-4000-8000-00000000beef';
const task = {
  id: 't1',
  kind: 'undecided',
  orderId: id,
  transactionId: 'p1',
  method: 'card',
  outcomes: ['nothing_received'],
};

const order = {
  id,
  status: 'pending',
  nextStep: 'wait',
  word: 'question',
  paper: 'proforma',
  totalAmount: 50,
  createdAt: '2026-11-22T08:00:00Z',
  items: [],
  shipments: [],
  customerName: 'Ada',
  customerPhone: '',
  customerEmail: '',
  customerAddress: '',
  payment: { receivedCents: 0, acceptedCents: 0, refundedCents: 0, dueAmount: 50 },
  delivery: { countyName: null, price: null },
};
const details = {
  order,
  tasks: [],
  payments: [],
  transaction: null,
  refundable: [],
  refunds: [],
  recorded: [],
  rest: noRest,
  papers: [],
  timeline: [],
  models: {},
  weights: {},
  completionNeed: 'payment',
  seller: null,
  specialPrices: {},
  changing: { obstacle: null },
  shipping: {
    toShip: {},
    unpaid: {},
    need: 'payment',
    hasTerms: false,
    packingObstacle: 'shipment_unpaid',
    canBeTakenBack: [],
  },
};
const openPage = (beside: ReactNode = null) =>
  renderInShop(
    <>
      <Routes>
        <Route path="/admin/orders/:id" element={<AdminOrderPage />} />
      </Routes>
      {beside}
    </>,
    `/admin/orders/${id}`,
  );

test('a task about an order is closed on the page of the order', async () => {
  let tasks = [task];
  answerDatabase((address, body) => {
    if (!address.endsWith('/close_owner_task')) return { ...details, tasks };
    tasks = [];
    return { ...task, closingReason: (body as { p_reason: string }).p_reason };
  });
  const user = openPage();
  await user.click(await screen.findByRole('button', { name: 'Close task' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Close task' }));
  await user.click(dialog.getByLabelText('What was done'));
  await user.paste('Asked the bank');
  await user.click(dialog.getByRole('button', { name: 'Close task' }));
  await screen.findByText('Task Closed');
  await expect.poll(() => screen.queryByRole('button', { name: 'Close task' })).toBeNull();
});

const quotation = { id: 'q1', number: 'Q-1', reference: null };
const [wanjiru, ben] = [
  { id: 'u1', name: 'Wanjiru' },
  { id: 'u2', name: 'Ben' },
];
test.each([
  [wanjiru, null, 'By phone or at the counter, with Wanjiru.'],
  [wanjiru, wanjiru, 'Quoted by Wanjiru.'],
  [ben, wanjiru, 'Quoted by Wanjiru. Accepted for them by Ben.'],
  [ben, 'buyer', 'Asked for by the buyer. Accepted for them by Ben.'],
  [null, 'buyer', 'Asked for by the buyer.'],
])('it says who made it, by %o, and who its quotation, %o', async (seller, quoted, text) => {
  answerDatabase(() => ({
    ...details,
    seller,
    quotation: quoted && { ...quotation, seller: quoted === 'buyer' ? null : quoted },
  }));
  openPage();
  await screen.findByText(text);
});

test.each([
  ['card', 'What the bank said'],
  ['cheque', 'View payment'],
])('the payment of a task is called what it is: by %s', async (method, link) => {
  answerDatabase(() => ({ ...details, tasks: [{ ...task, kind: 'payment_reversed', method }] }));
  openPage();
  const { href } = await screen.findByRole<HTMLAnchorElement>('link', { name: link });
  expect(href).toMatch(/transaction=p1$/);
});

test('the task about a cheque that bounced has a button for each of its answers', async () => {
  answerDatabase(() => ({ ...details, tasks: [{ ...task, kind: 'payment_reversed', method: 'cheque' }] }));
  const user = openPage();
  await user.click(await screen.findByRole('button', { name: 'Write Off' }));
  await user.click(
    within(screen.getByRole('dialog', { name: 'Write off what is owed?' })).getByRole('button', {
      name: 'Cancel',
    }),
  );
  // The first is that of the task.
  await user.click(screen.getAllByRole('button', { name: 'Record a Payment' })[0]!);
  await screen.findByRole('dialog', { name: 'Record a payment' });
});

test.each([null, 'p1'])(
  'what the bank took back is one box, which leads to the line to answer (%s)',
  async (transactionId) => {
    answerDatabase(() => ({
      ...details,
      order: { ...order, status: 'paid', word: 'paid' },
      completionNeed: 'charged_back',
      takenBack: { cents: 39_500_000, transactionId },
    }));
    openPage();
    await screen.findByText(/^The bank took KES.395,000 back$/);
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: /^Answer the line/ }).pathname).toBe(
      '/admin/transactions/settlement',
    );
    expect(screen.queryByText('Do not send anything yet')).toBeNull();
  },
);

test('the dialog of the last parcel is closed once that is sent, though its part moves up to be handed over', async () => {
  const item = { id: 'i1', productId: 'p1', productName: 'Auger', quantity: 1, price: 50, awaited: 0 };
  const paid = {
    ...order,
    status: 'paid',
    word: 'paid',
    nextStep: null,
    payment: { ...order.payment, dueAmount: 0 },
    items: [{ ...item, isService: false, returned: 0 }],
  };
  const parcel = { id: 's1', isWork: false, status: 'sent', carrier: 'G4S', sentOn: '2026-11-23', lines: [] };
  let isSent = false;
  answerDatabase((address) => {
    if (!address.endsWith('/order_details')) {
      isSent = true;
      return {};
    }
    return {
      ...details,
      order: { ...paid, status: isSent ? 'completed' : 'paid', shipments: isSent ? [parcel] : [] },
      completionNeed: isSent ? 'completed' : 'nothing',
      shipping: {
        ...details.shipping,
        toShip: isSent ? {} : { i1: 1 },
        need: 'nothing',
        packingObstacle: null,
      },
    };
  });
  /** What else the dashboard reads again arrives later than the order. */
  function Slower() {
    useQuery({
      queryKey: [adminKey, 'slower'],
      queryFn: async () => isSent && (await screen.findAllByText('On its way')).length,
    });
    return null;
  }
  const user = openPage(<Slower />);
  await user.click(await screen.findByRole('button', { name: 'Send a Parcel' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Send a parcel' }));
  await user.click(dialog.getByLabelText('Carrier'));
  await user.paste('G4S');
  await user.click(dialog.getByRole('button', { name: 'Record the Parcel' }));
  await screen.findByText('Parcel Recorded');
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Send a parcel' })).toBeNull();
});

test.each([
  ['paid', 0, true],
  ['paid', 1, false],
  ['cancelled', 0, false],
])(
  'of a %s order of which %i piece is to come a slip to pack by is offered: %s',
  async (status, awaited, isOffered) => {
    const item = {
      id: 'i1',
      productId: 'p1',
      productName: 'Auger',
      quantity: 1,
      price: 50,
      isService: false,
      awaited,
    };
    answerDatabase(() => ({
      ...details,
      order: { ...order, status, word: status, items: [item] },
      shipping: { ...details.shipping, toShip: { i1: 1 } },
    }));
    openPage();
    await screen.findByRole('heading', { name: 'What happened' });
    expect(screen.queryByRole('link', { name: 'Packing slip (PDF)' }) !== null).toBe(isOffered);
  },
);

test('what was invoiced stays beside the proforma of what was added, and is known to be printed', async () => {
  const printed: unknown[] = [];
  answerDatabase((address, body) => {
    if (address.endsWith('/note_paper_print')) return printed.push(body);
    return { ...details, papers: [{ number: 'INV-2026-00001', grossCents: 5000, etims: null }] };
  });
  const user = openPage();
  await user.click(await screen.findByRole('link', { name: 'Proforma invoice (PDF)' }));
  expect(printed).toEqual([]);
  await user.click(screen.getByRole('link', { name: 'Invoice (PDF)' }));
  await expect.poll(() => printed).toEqual([{ p_order_id: id }]);
  const paper = screen.getByRole<HTMLAnchorElement>('link', { name: 'INV-2026-00001' });
  expect(paper.href).toMatch(/\/papers\/invoice\?number=INV-2026-00001$/);
  await user.click(paper);
  await expect.poll(() => printed.length).toBe(2);
});

const paidTooMuch = {
  ...details,
  order: {
    ...order,
    status: 'completed',
    word: 'completed',
    payment: { ...order.payment, overpaidCents: 300_000 },
  },
  tasks: [{ ...task, kind: 'overpaid', amountCents: 300_000 }],
  refundable: [
    {
      transactionId: 'p1',
      method: 'mpesa',
      reference: 'SGR7XK2P1Q',
      amountCents: 900_000,
      receivedAt: '2026-11-22',
    },
  ],
};

test('the task about what was paid too much records the refund', async () => {
  answerDatabase(() => paidTooMuch);
  const user = openPage();
  await screen.findByRole('button', { name: 'Close task' });
  // The first is that of the task.
  await user.click(screen.getAllByRole('button', { name: 'Record a Refund' })[0]!);
  await screen.findByRole('dialog', { name: 'Record a refund' });
});

test.each([
  ['an order made to be paid at once', { isPaying: true }, details, 'Record a payment'],
  ['a payment of which too much came', { opens: { form: 'refund' } }, paidTooMuch, 'Record a refund'],
])('the form that %s opens is not opened again by a reload', async (_, state, answer, name) => {
  answerDatabase(() => answer);
  const kept: unknown[] = [];
  const Reloaded = () => {
    kept.push(useLocation().state);
    return <AdminOrderPage />;
  };
  const user = renderInShop(
    <Routes>
      <Route
        path="/"
        element={
          <Link to={`/admin/orders/${id}`} state={{ from: '?page=2', ...state }}>
            Open
          </Link>
        }
      />
      <Route path="/admin/orders/:id" element={<Reloaded />} />
    </Routes>,
  );
  await user.click(screen.getByRole('link', { name: 'Open' }));
  await screen.findByRole('dialog', { name });
  expect(kept.at(-1)).toEqual({ from: '?page=2' });
});
