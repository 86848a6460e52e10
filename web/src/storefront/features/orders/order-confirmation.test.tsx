import { getOrder, type Order, renewOrderLink } from '@contract/orders.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { noMoney } from '#testing/order-states.ts';
import { findToast, renderInShop, WithShopDetails } from '#testing/render-in-shop.tsx';
import { OrderConfirmation } from './order-confirmation.tsx';
import { useOrderUntilDecided } from './orders-queries.ts';

const orderId = '3f2a9c1e-0000-4000-8000-000000000454';

const paid = {
  id: orderId,
  status: 'paid',
  word: 'paid',
  nextStep: 'none',
  view: 'full',
  linkKey: 'earlier',
  totalAmount: 15_000,
  payment: noMoney,
  items: [],
  shipments: [],
  delivery: { promise: '2-3 business days', price: null, low: null, high: null, freeBecause: null },
  createdAt: '2026-11-22T08:00:00Z',
} as unknown as Order;

/** The order's page, and a button that leaves it. */
function OrderPage() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <button onClick={() => setIsOpen(false)}>Leave</button>
      {isOpen ? <LoadedOrder /> : null}
    </>
  );
}

function LoadedOrder() {
  const { data } = useOrderUntilDecided(orderId);
  return data ? <OrderConfirmation order={data} pay={null} /> : null;
}

let release: () => void;

/** The order is answered once; a second request for it gets no reply. The new link waits for `release`. */
beforeEach(() => {
  let reads = 0;
  const released = new Promise<void>((resolve) => (release = resolve));
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === getOrder.path.replace(':orderId', orderId) && reads++ === 0) return Response.json(paid);
    if (path !== renewOrderLink.path.replace(':orderId', orderId)) return new Promise(() => {});
    await released;
    return Response.json({ ...paid, linkKey: 'renewed' });
  });
});

test('whoever has the link alone is not told when it arrives, since that says where', async () => {
  const delivery = { ...paid.delivery, promise: '' };
  const reduced = { ...paid, view: 'reduced', linkKey: undefined, delivery } as unknown as Order;
  const user = renderInShop(<OrderConfirmation order={reduced} pay={null} />);
  screen.getByText('We call to arrange delivery.');
  await user.click(screen.getByRole('button', { name: 'Track Order' }));
  expect(screen.queryByText('Estimated Delivery')).toBeNull();
  expect(screen.queryByText('.')).toBeNull();
});

test('a delivery outside the total says what it costs, in the words of the checkout', () => {
  const delivery = { ...paid.delivery, countyName: 'Kisumu', low: 1500, high: 3000 };
  renderInShop(<OrderConfirmation order={{ ...paid, delivery }} pay={null} />);
  screen.getByText(/^Delivery: KES\s1,500-3,000, paid apart: we confirm it before the goods leave\.$/);
  cleanup();
  renderInShop(<OrderConfirmation order={{ ...paid, delivery: { ...delivery, price: 2500 } }} pay={null} />);
  expect(screen.queryByText(/paid apart/)).toBeNull();
});

/** Pumps and their installation, of which so many pumps left. */
const pumpsAndWork = (left: number, over: object = {}) =>
  ({
    ...paid,
    customerAddress: 'Kisumu',
    customerPhone: '0712 345 678',
    items: [
      { id: 'i1', productName: 'Pump', quantity: 2, price: 1, isService: false, notSent: 0, awaited: 0 },
      {
        id: 'i2',
        productName: 'Installation',
        quantity: 1,
        price: 1,
        isService: true,
        notSent: 0,
        awaited: 0,
      },
    ],
    shipments: [
      {
        id: 's1',
        status: 'delivered',
        isWork: false,
        lines: [{ itemId: 'i1', productName: 'Pump', quantity: left, serials: [] }],
      },
    ],
    ...over,
  }) as unknown as Order;

test('once all goods have left, nobody promises to pack or to confirm anything: our work follows', () => {
  const delivery = { ...paid.delivery, countyName: 'Kisumu', low: 1500, high: 3000 };
  renderInShop(<OrderConfirmation order={pumpsAndWork(2, { delivery })} pay={null} />);
  const words = document.body.textContent.replaceAll('\u00a0', ' ');
  expect(words).toContain('Our work follows: we call you to agree on the day.');
  expect(words).toContain('We call 0712 345 678 to agree on the day of our work.');
  expect(words).toContain('Delivery: KES 1,500-3,000, paid apart.');
  expect(words).not.toMatch(/within 24 hours|arrange delivery|before the goods leave/);
  cleanup();
  renderInShop(<OrderConfirmation order={pumpsAndWork(1, { delivery })} pay={null} />);
  expect(document.body.textContent).toMatch(/processed within 24 hours.*before the goods leave/s);
});

test('of an order from the maker the next step is its deposit, and no rest of a payment', () => {
  const payment = { ...noMoney, dueAmount: 192_000, laterCents: 44_800_000 };
  const order = { ...paid, status: 'pending', word: 'not_paid', nextStep: 'pay', payment };
  renderInShop(<OrderConfirmation order={order as unknown as Order} pay={null} />);
  const steps = screen.getByRole('heading', { name: 'Next Steps' }).nextElementSibling as HTMLElement;
  expect(within(steps).getAllByRole('listitem')[0]?.textContent.replaceAll('\u00a0', ' ')).toBe(
    'KES 192,000 is due now. What is not in stock is ordered for you then; KES 448,000 is due when it has come.',
  );
});

test.each([
  [44_800_000, 'We write to you when what is to order has come. Then KES 448,000 is to be paid.'],
  [0, 'We write to you when what is to order has come.'],
])('once a deposit is paid the next step names the rest of %i cents', (laterCents, step) => {
  const payment = { ...noMoney, acceptedCents: 19_200_000, laterCents };
  renderInShop(
    <OrderConfirmation order={{ ...paid, word: 'to_order', payment } as unknown as Order} pay={null} />,
  );
  const steps = screen.getByRole('heading', { name: 'Next Steps' }).nextElementSibling as HTMLElement;
  expect(within(steps).getAllByRole('listitem')[0]?.textContent.replaceAll('\u00a0', ' ')).toBe(step);
});

test('an order of an organisation names it and its purchase order', () => {
  const company = { name: 'Kisumu Water', pin: null, purchaseOrder: 'LPO 4471' };
  renderInShop(<OrderConfirmation order={{ ...paid, company } as unknown as Order} pay={null} />);
  screen.getByText('Kisumu Water, purchase order LPO 4471');
});

test('while the first of two parcels is with the carrier nobody is called about it', () => {
  const shipments = [{ id: 's1', status: 'sent', lines: [{ quantity: 1 }] }];
  renderInShop(
    <OrderConfirmation
      order={{ ...paid, shipments, customerAddress: 'Kisumu' } as unknown as Order}
      pay={null}
    />,
  );
  screen.getByText('We have your payment.');
  screen.getByText('A parcel of it is on its way.');
  expect(screen.queryByText(/to arrange delivery/)).toBeNull();
});

test('an order that its buyer fetches is delivered nowhere', () => {
  const delivery = {
    zone: 'collected',
    promise: 'Collected at the shop',
    by: null,
    price: 0,
    countyName: null,
    freeBecause: null,
  };
  const fetched = { ...paid, delivery, customerAddress: 'Collected at the shop' };
  renderInShop(<OrderConfirmation order={fetched as unknown as Order} pay={null} />);
  screen.getByText('You collect it at our shop.');
  expect(document.body.textContent).not.toMatch(/Estimated|We deliver|arrange delivery|business day/);
  const work = { ...fetched, items: [{ ...paid.items[0], id: 'work', isService: true }] };
  renderInShop(<OrderConfirmation order={work as unknown as Order} pay={null} />);
  screen.getByText(/to agree on the day\.$/);
});

test.each([
  ['goods on their way', [false], ['sent'], ['On its way to: Kisumu']],
  ['goods sent before our work', [false, true], ['sent', 'work'], ['Sent to: Kisumu', 'Our work is done.']],
  ['our work alone', [true], ['work'], ['Our work is done.']],
])('a completed order of %s says what is true of it', (_, services, parcels, said) => {
  const completed = {
    ...paid,
    status: 'completed',
    word: 'completed',
    customerAddress: 'Kisumu',
    items: services.map((isService, id) => ({ id, productName: 'Pump', quantity: 1, price: 1, isService })),
    shipments: parcels.map((one) => ({
      isWork: one === 'work',
      status: one === 'work' ? 'delivered' : one,
      lines: [{ quantity: 1 }],
    })),
  } as unknown as Order;
  renderInShop(<OrderConfirmation order={completed} pay={null} />);
  const steps = screen.getByRole('heading', { name: 'Next Steps' }).nextElementSibling as HTMLElement;
  expect(
    within(steps)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(said);
});

test.each([
  [{ termsDays: 30, dueAmount: 15_000, receivedCents: 0 }, 'not_paid', 'On account'],
  [{}, 'paid', 'PaidApproved'],
])('the payment of %j is said once where badge and text are the same', (payment, word, said) => {
  const order = { ...paid, word, payment: { ...paid.payment, ...payment } } as Order;
  renderInShop(<OrderConfirmation order={order} pay={null} />);
  expect(screen.getByText('Payment Status').nextElementSibling?.textContent).toBe(said);
});

test.each(['SGR7XK2P1Q', ''])(
  'what was given back is shown with its day, way and reference %j',
  (reference) => {
    const refunds = [{ cents: 1_500_000, day: '2026-11-28', method: 'mpesa', reference } as const];
    const refunded = { ...paid, payment: { ...paid.payment, refunds } } as Order;
    renderInShop(<OrderConfirmation order={refunded} pay={null} />);
    expect(screen.getByText('Given Back').nextElementSibling?.textContent).toBe(
      `KES\u00a015,000On 28 Nov 2026 by M-Pesa${reference && ', reference SGR7XK2P1Q'}`,
    );
  },
);

test('two refunds of a day whose references are hidden are two', () => {
  const refund = { cents: 500_000, day: '2026-11-28', method: 'mpesa', reference: '' } as const;
  const refunded = { ...paid, payment: { ...paid.payment, refunds: [refund, refund] } } as Order;
  renderInShop(<OrderConfirmation order={refunded} pay={null} />);
  expect(screen.getAllByText('Given Back')).toHaveLength(2);
});

test.each([
  ['paid', {}, true],
  ['cancelled', { status: 'cancelled', word: 'cancelled', nextStep: 'none' }, false],
  ['refunded', { word: 'refunded' }, false],
] as const)(
  'of an order that is %s a delivery that is paid apart is named only while there will be one',
  (_, over, isNamed) => {
    const delivery = { ...paid.delivery, price: null, low: 1500, high: 3000, freeBecause: null };
    renderInShop(<OrderConfirmation order={{ ...paid, delivery, ...over } as unknown as Order} pay={null} />);
    expect(screen.queryAllByText(/paid apart/)).toHaveLength(isNamed ? 1 : 0);
  },
);

test('before it is paid nobody says that the bank is waited for, since that is so by card alone', () => {
  const delivery = { ...paid.delivery, after: 'bank', isPromised: false };
  const unpaid = {
    ...paid,
    status: 'pending',
    word: 'not_paid',
    nextStep: 'pay',
    delivery,
  } as unknown as Order;
  renderInShop(<OrderConfirmation order={unpaid} pay={null} />);
  screen.getByText(
    'You have not paid yet. Your order is processed within 24 hours after payment, or by card once the bank has transferred the money to us, usually within two bank days.',
  );
});

async function makeNewLink(user: ReturnType<typeof renderInShop>) {
  await user.click(await screen.findByRole('button', { name: 'Make a New Link' }));
  const question = within(screen.getByRole('group', { name: 'Make a new link?' }));
  question.getByText(/^All earlier links of this order stop working/);
  await user.click(question.getByRole('button', { name: 'Make a New Link' }));
}

test('a new link is not made before the question is answered', async () => {
  const user = renderInShop(<OrderPage />);
  await user.click(await screen.findByRole('button', { name: 'Make a New Link' }));
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Make a New Link' }));
  await user.click(screen.getByRole('button', { name: 'Copy Link' }));
  expect(await navigator.clipboard.readText()).toMatch(/#key=earlier$/);
});

test('an order that can be paid can be cancelled on its page, and its link pays only then', async () => {
  const payment = { ...noMoney, dueAmount: 15_000, hasBankAnswered: true };
  const unpaid = { ...paid, status: 'pending', word: 'not_paid', nextStep: 'pay', payment } as Order;
  const show = (order: Order) => {
    cleanup();
    renderInShop(<OrderConfirmation order={order} pay={null} />);
  };
  show(unpaid);
  screen.getByRole('button', { name: /^Cancel order/ });
  screen.getByText(/^Anyone with its link can open and pay this order/);
  for (const gone of [{ word: 'part_paid' }, { status: 'completed', word: 'owed' }]) {
    show({ ...unpaid, ...gone } as Order);
    expect(screen.queryByRole('button', { name: /^Cancel order/ })).toBeNull();
  }
  show({ ...unpaid, view: 'staff', linkKey: undefined } as Order);
  for (const name of [/^Cancel order/, 'Copy Link'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  show(paid);
  expect(screen.queryByRole('button', { name: /^Cancel order/ })).toBeNull();
  screen.getByText(/^Anyone with its link can open this order/);
  // The facts come first.
  const [facts] = screen.getAllByText('Payment Status');
  expect(facts!.compareDocumentPosition(screen.getByText('More'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a new link is copied from then on, without waiting for the order to be read again', async () => {
  const user = renderInShop(<OrderPage />);
  await makeNewLink(user);
  release();
  await findToast('New link made', 'Earlier links of this order no longer work.');
  await user.click(screen.getByRole('button', { name: 'Copy Link' }));
  expect(await navigator.clipboard.readText()).toMatch(/#key=renewed$/);
});

test('who has left the page meanwhile still learns that earlier links no longer work', async () => {
  const user = renderInShop(<OrderPage />);
  await makeNewLink(user);
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  release();
  await findToast('New link made', 'Earlier links of this order no longer work.');
});

test('a chat on WhatsApp begins with the number of the order', async () => {
  renderInShop(
    <WithShopDetails details={{ whatsapp: '+254722000111' }}>
      <LoadedOrder />
    </WithShopDetails>,
  );
  const chat = await screen.findByRole<HTMLAnchorElement>('link', {
    name: 'Ask about this order on WhatsApp',
  });
  expect(new URL(chat.href).searchParams.get('text')).toBe(
    `This is about my order #IC-${orderId.slice(-8).toUpperCase()}.`,
  );
});

const notPaid = {
  ...paid,
  ...({ status: 'pending', word: 'not_paid', nextStep: 'pay', paper: 'proforma' } as const),
} as Order;
const account = { bank: 'Bank of Kisumu\nAccount 0123', paybill: '522533' };

const shown = (order: Order) =>
  renderInShop(
    <WithShopDetails details={account}>
      <OrderConfirmation order={order} pay={null} />
    </WithShopDetails>,
  );

test.each([
  ['the buyer of an order that is not paid', {}, 'Other Ways to Pay'],
  ['whoever has its link', { view: 'reduced' }, 'Other Ways to Pay'],
  ['staff', { view: 'staff' }, 'Other Ways to Pay'],
  ['the buyer of a sent order', { word: 'owed' }, 'Other Ways to Pay'],
  ['the buyer whose cheque bounced', { status: 'completed', word: 'owed', nextStep: 'none' }, 'How to Pay'],
] as const)('%s sees every other way to pay', (_, over, title) => {
  shown({ ...notPaid, ...over } as unknown as Order);
  const ways = screen.getByRole('region', { name: title });
  for (const part of ['KES 15,000', 'Paybill 522533, account IC00000454', 'Account 0123', 'counter'])
    expect(ways.textContent?.replaceAll('\u00a0', ' ')).toContain(part);
});

test.each([
  ['paid', { status: 'paid', word: 'paid', nextStep: 'none', payment: { ...noMoney, dueAmount: 0 } }],
  ['cancelled', { status: 'cancelled', word: 'cancelled', nextStep: 'none' }],
  ['being decided by the bank', { word: 'undecided', nextStep: 'wait' }],
  ['being asked about at the bank', { payment: { ...noMoney, hasBankAnswered: false } }],
] as const)('an order that is %s shows no way to pay', (_, over) => {
  shown({ ...notPaid, ...over } as unknown as Order);
  expect(screen.queryByRole('region', { name: /Pay/ })).toBeNull();
});

test('whoever has the link gets the proforma, with the buyer’s name once they type a contact of the order', async () => {
  const sent: unknown[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  vi.stubGlobal('fetch', (path: string, request: RequestInit) => {
    sent.push([path, JSON.parse(String(request.body))]);
    return Promise.resolve(Response.json({ name: 'Proforma.pdf', base64: '' }));
  });
  const user = shown({ ...notPaid, view: 'reduced', linkKey: undefined } as unknown as Order);
  const contact = await screen.findByLabelText(/Email or phone/);
  const button = screen.getByRole('button', { name: 'Proforma Invoice (PDF)' });
  await user.click(button);
  await waitFor(() => expect(sent).toEqual([[`/api/orders/${orderId}/papers/proforma`, { contact: '' }]]));
  await user.type(contact, 'nobody');
  await user.click(button);
  await screen.findByText('Enter the e-mail or the phone number of the order');
  await user.clear(contact);
  await user.type(contact, '0712 345 678');
  await user.click(button);
  await waitFor(() =>
    expect(sent.at(-1)).toEqual([`/api/orders/${orderId}/papers/proforma`, { contact: '+254712345678' }]),
  );
});

test('whoever has the link gets the invoice once they type a contact of the order', async () => {
  const sent: unknown[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  vi.stubGlobal('fetch', (path: string, request: RequestInit) => {
    sent.push([path, JSON.parse(String(request.body))]);
    const message = 'Enter the e-mail or the phone number of the order';
    const refusal = { code: 'invalid_request', message, fields: { contact: message } };
    return Promise.resolve(
      sent.length === 1
        ? Response.json(refusal, { status: 400 })
        : Response.json({ name: 'INV.pdf', base64: '' }),
    );
  });
  const user = shown({
    ...notPaid,
    paper: 'invoice',
    view: 'reduced',
    linkKey: undefined,
  } as unknown as Order);
  const contact = await screen.findByLabelText(/Email or phone/);
  const button = screen.getByRole('button', { name: 'Invoice (PDF)' });
  await user.click(button);
  await screen.findByText('Enter the e-mail or the phone number of the order');
  await user.type(contact, '0712 345 678');
  await user.click(button);
  await waitFor(() =>
    expect(sent.at(-1)).toEqual([`/api/orders/${orderId}/papers/invoice`, { contact: '+254712345678' }]),
  );
});

const paidByMpesa = {
  ...noMoney,
  transaction: 'completed',
  method: 'mpesa',
  reference: 'SGR7XK2P1Q',
  dueAmount: 0,
  acceptedCents: 1_500_000,
  receivedCents: 1_500_000,
  recordedCents: 1_500_000,
} as const;
const prompt = {
  phone: '254712345678',
  amount: 15_000,
  sentAt: '2026-11-22T08:00:00Z',
  code: '0',
  isOpen: false,
  isPaid: true,
  hasReceipt: true,
};

test.each([
  ['its receipt', { ...paidByMpesa, prompt }, 'M-Pesa receipt: SGR7XK2P1Q'],
  [
    'that it follows',
    { ...paidByMpesa, prompt: { ...prompt, hasReceipt: false } },
    'M-Pesa, receipt to follow',
  ],
  ['the receipt of a payment to the paybill', { ...paidByMpesa, prompt: null }, 'M-Pesa receipt: SGR7XK2P1Q'],
  ['the reference of a card', { ...noMoney, method: 'card' }, 'Bank reference: DON-1'],
  ['the number of a certificate', { ...noMoney, method: 'withheld_vat' }, 'Certificate: DON-1'],
] as const)('an order says by what its payment is found: %s', (_, payment, text) => {
  shown({ ...paid, payment } as unknown as Order);
  screen.getByText((_found, element) => element?.tagName === 'SMALL' && element.textContent === text);
  // It never breaks at its hyphen.
  if (payment.method === 'card') expect(screen.getByText('DON-1').className).toBe('one-line');
  if (payment.method === 'mpesa') expect(screen.queryByText(/bank approved/i)).toBeNull();
});

test.each([
  ['half an hour: a transfer takes longer', 0.5, {}, true],
  ['half an hour, and the shop takes no transfer', 0.5, { bank: '' }, false],
  ['three days, as a seller agreed', 72, {}, false],
])('its items are kept for %s', (_, hours, over, says) => {
  const heldUntil = new Date(Date.now() + hours * 3_600_000).toISOString();
  const order = { ...notPaid, payment: { ...noMoney, heldUntil } } as unknown as Order;
  renderInShop(
    <WithShopDetails details={{ ...account, ...over }}>
      <OrderConfirmation order={order} pay={null} />
    </WithShopDetails>,
  );
  expect(screen.queryByText(/^A bank transfer takes longer/) !== null).toBe(says);
});

test('money that was announced is said, and is not called received', () => {
  shown({ ...notPaid, payment: { ...noMoney, announcedCents: 1_500_000 } });
  screen.getByText(/^We have been told of KES\s15,000 by M-Pesa$/);
  screen.getByText(/^We are checking it with Safaricom\. You need not pay again\.$/);
  screen.getByText('This order is not paid yet');
  screen.getByText('Being checked with M-Pesa');
  screen.getByText(/^Your payment is not confirmed yet\./);
  expect(screen.queryByText(/no record of a payment|You have not paid yet/)).toBeNull();
});

test('a request that nobody decided asks for no other payment once its sum was announced', () => {
  const open = { ...prompt, code: null, isPaid: false, isOpen: true };
  const payment = { ...noMoney, method: 'mpesa', prompt: open, announcedCents: 1_500_000 };
  shown({ ...notPaid, payment } as unknown as Order);
  screen.getByText(/You need not pay again/);
  expect(screen.queryByText(/You may pay in another way/)).toBeNull();
});

test.each([
  ['all that is due', 1_500_000, 'Other Ways to Pay', 15_000],
  ['a part of it', 1_000_000, 'How to Pay the Rest', 5_000],
])(
  'once %s was announced what pays all of it is folded, with a word why: %s cents',
  (...[, cents, title, asked]) => {
    const order = { ...notPaid, payment: { ...noMoney, announcedCents: cents } };
    const ways = { pay: <p>Card here</p>, beforePay: <p>Limit here</p>, mpesa: <p>M-Pesa here</p> };
    renderInShop(<OrderConfirmation order={order as unknown as Order} {...ways} />);
    for (const text of ['Card here', 'Limit here', 'M-Pesa here', /^Here you pay all of KES.15,000, since/])
      expect(screen.getByText(text).closest('details')).not.toBeNull();
    const list = screen.getByRole('region', { name: title });
    expect(list.closest('details') !== null).toBe(cents === 1_500_000);
    expect(list.textContent).toContain(`KES\u00a0${asked.toLocaleString('en-KE')}, with`);
    expect(screen.queryByText(/no record of a payment|You have not paid yet/)).toBeNull();
  },
);

test.each([
  ['a phone asks for its PIN: first', { word: 'undecided', nextStep: 'wait' }, true, true],
  ['it can be paid: after the card', { word: 'not_paid', nextStep: 'pay' }, true, false],
  ['another payment is undecided: not at all', { word: 'undecided', nextStep: 'wait' }, false, null],
  ['staff look at it: not at all', { word: 'not_paid', nextStep: 'pay', view: 'staff' }, true, null],
] as const)('M-Pesa where %s', (_, over, isOpen, isFirst) => {
  const payment = { ...noMoney, method: 'mpesa', prompt: { ...prompt, code: null, isPaid: false, isOpen } };
  const order = { ...notPaid, ...over, payment } as unknown as Order;
  renderInShop(<OrderConfirmation order={order} pay={null} mpesa={<p>M-Pesa here</p>} />);
  const panel = screen.queryByText('M-Pesa here');
  expect(panel !== null).toBe(isFirst !== null);
  const track = screen.getByRole('button', { name: 'Track Order' });
  const isBefore = panel && track.compareDocumentPosition(panel) === Node.DOCUMENT_POSITION_PRECEDING;
  expect(isBefore).toBe(isFirst);
});

test.each([
  [
    'completed',
    'owed',
    { owedBy: '2020-12-28' },
    'KES 15,000 was to be paid by 28 Dec 2020.',
    'KES 15,000 owed',
  ],
  [
    'pending',
    'owed',
    { owedBy: '2126-12-28' },
    'KES 15,000 is to be paid by 28 Dec 2126.',
    'KES 15,000 owed',
  ],
  ['paid', 'added', { dueAmount: 2200 }, 'KES 2,200 is to be paid.', 'Partly paid'],
] as const)(
  'of an order that is %s and %s the next step is to pay, and nothing is in process',
  (status, word, over, step, badge) => {
    shown({ ...notPaid, status, word, payment: { ...noMoney, ...over } } as unknown as Order);
    const steps = screen.getByRole('heading', { name: 'Next Steps' }).closest('section');
    expect(steps?.querySelector('li')?.textContent?.replaceAll('\u00a0', ' ')).toBe(step);
    const words = document.body.textContent.replaceAll('\u00a0', ' ');
    expect(words).toContain(`Payment Status${badge}`);
    expect(words).not.toMatch(/within 24 hours|Processing|as we agreed/);
  },
);

test('of what was sent in part, what is owed is what can be paid, to the cent', () => {
  const payment = { ...noMoney, dueAmount: 99_380, roundedCents: 69, unsentCents: 15_200_000 };
  shown({ ...notPaid, word: 'owed', payment } as unknown as Order);
  const words = document.body.textContent.replaceAll('\u00a0', ' ');
  expect(words.match(/KES [\d,.]+\d/g)).toEqual(expect.arrayContaining(['KES 99,379.31', 'KES 152,000']));
  expect(words).not.toMatch(/251,3|99,380|At most/);
});
