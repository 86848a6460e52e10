import { checkPayment } from '@contract/orders.ts';
import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { orderMessage } from '#orders/order-message.ts';
import { orderStatusLabels } from '#orders/order-status-text.ts';
import { everyOrderState } from '#testing/order-states.ts';
import { answerDatabase } from '#testing/answer-database.ts';
import { answerApi, renderInShop, WithShopDetails } from '#testing/render-in-shop.tsx';
import { wholeOrder as order } from '#testing/whole-order.ts';
import { calmPollMs, pollForMs } from '#storefront/features/orders/orders-queries.ts';
import { OrderConfirmationPage } from './order-confirmation-page.tsx';

afterEach(() => void vi.useRealTimers());

/** One state for each message that the page can show. */
const states = [
  ...new Map(
    everyOrderState.map((state) => [JSON.stringify(orderMessage({ ...order, ...state.order })), state]),
  ).values(),
];

test.each(states)('an order that is $name: its state first, then one next step', async (state) => {
  const shown = { ...order, ...state.order };
  answerApi(200, shown);
  renderInShop(<OrderConfirmationPage />);
  const { heading, money, title, sentence, nextStep } = orderMessage(shown);
  await expect.poll(() => document.body.textContent).toContain(title);
  const words = document.body.textContent.replaceAll('\u00a0', ' ');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading);
  for (const part of [title, sentence, money]) expect(words).toContain(part.replaceAll('\u00a0', ' '));
  // The next step is above all other actions.
  const actions = within(document.body)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  expect(actions[0]).toBe(nextStep === 'pay' ? 'Pay by Card' : 'Track Order');
  expect(actions.includes('Pay by Card')).toBe(nextStep === 'pay');
  // A badge that says the specified word does not contradict it: no cross, and nothing like a minus sign.
  const badge = screen.getAllByText(
    /^(Paid|Processing|Partly paid|Deposit paid|Cancelled|Refunded|Not paid|On account|KES.[\d,]+ owed)$/,
    {
      selector: 'dd span',
    },
  )[0]?.parentElement;
  expect(badge?.querySelectorAll('svg').length).toBe(1);
  expect(badge?.querySelector('path')).toBeNull();
  expect(words.includes('Estimated Delivery')).toBe(heading === 'Order Confirmation');
});

test('an unpaid order is confirmed as Processing, with its real state above', async () => {
  answerApi(200, order);
  renderInShop(<OrderConfirmationPage />);
  await screen.findByText('#IC-1AD4FC96');
  const words = document.body.textContent.replaceAll('\u00a0', ' ');
  expect(words).toMatch(/This order is not paid yet.*Payment Status.*Processing/s);
  for (const part of [
    'KES 15,000',
    'Estimated Delivery',
    '2-3 business days',
    'Next Steps',
    'within 24 hours',
  ])
    expect(words).toContain(part);
});

test('Track Order shows how far a paid order has come', async () => {
  answerApi(200, { ...order, status: 'paid', word: 'paid', nextStep: 'none' });
  const user = renderInShop(<OrderConfirmationPage />);
  const progress = () => screen.queryByRole('region', { name: 'Progress of the order' });
  const track = await screen.findByRole('button', { name: 'Track Order' });
  screen.getByText(orderStatusLabels.paid, { selector: 'dd *, dd' });
  expect(screen.queryByText('Processing')).toBeNull();
  expect(progress()).toBeNull();
  await user.click(track);
  expect(progress()?.querySelector('[aria-current=step]')?.textContent).toMatch(/Preparing.*within 24 hours/);
  expect(screen.getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')).toBe('/');
});

test('Track Order shows each parcel with its carrier and waybill', async () => {
  const parcel = {
    id: 's1',
    status: 'sent',
    carrier: 'G4S',
    waybill: 'NBO-77',
    packedAt: '2026-11-20T06:00:00Z',
    sentOn: '2026-11-21',
    deliveredOn: null,
    lines: [{ itemId: 'i', productName: 'Auger', quantity: 2, serials: ['A-1'] }],
  };
  answerApi(200, { ...order, status: 'completed', word: 'completed', nextStep: 'none', shipments: [parcel] });
  const user = renderInShop(<OrderConfirmationPage />);
  await screen.findByText(`On its way to: ${order.customerAddress}`);
  expect(screen.queryByText('NBO-77')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Track Order' }));
  const parcels = within(screen.getByRole('list', { name: 'Parcels' }));
  for (const text of ['Sent with G4S on 21 Nov 2026', 'NBO-77', '2 × Auger (A-1)']) parcels.getByText(text);
  const progress = screen.getByRole('region', { name: 'Progress of the order' });
  expect(progress.querySelector('[aria-current=step]')?.textContent).toContain('Delivered');
});

test('staff see whose order it is, and change it in the dashboard', async () => {
  answerApi(200, { ...order, view: 'staff' });
  renderInShop(<OrderConfirmationPage />);
  const link = await screen.findByRole('link', { name: 'Open it in the dashboard' });
  expect(link.getAttribute('href')).toMatch(/^\/admin\/orders\//);
  expect(document.body.textContent).toContain(`We deliver to: ${order.customerAddress}`);
  for (const name of ['Pay by Card', 'Make a New Link'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test.each([false, true])(
  'by a link it says how all of it is seen, unless nobody can (%s)',
  async (isByStaff) => {
    const { customerName: _, customerPhone: __, ...seen } = order;
    answerApi(200, { ...seen, view: 'reduced', isByStaff });
    renderInShop(<OrderConfirmationPage />);
    await screen.findByText(/^Shown without name, phone and address\./);
    await expect.poll(() => document.body.textContent.includes('or open it in the browser')).toBe(!isByStaff);
  },
);

test('an order that does not exist, or is somebody else’s, is not found', async () => {
  answerApi(404, { code: 'order_not_found', message: 'There is no such order.' });
  renderInShop(<OrderConfirmationPage />);
  await screen.findByRole('heading', { level: 1, name: 'Order not found' });
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
});

test('an order of which money is owed again is called paid nowhere, and has no pay button', async () => {
  answerApi(200, {
    ...order,
    status: 'paid',
    word: 'owed',
    paper: 'invoice',
    nextStep: 'none',
    payment: { ...order.payment, transaction: 'completed' },
  });
  const user = renderInShop(<OrderConfirmationPage />);
  await user.click(await screen.findByRole('button', { name: 'Track Order' }));
  const words = document.body.textContent.replaceAll('\u00a0', ' ');
  expect(words).toMatch(/KES 15,000 is owed.*Payment Status.*KES 15,000 owed.*Still to Be Paid/);
  expect(words).not.toMatch(/\bPaid\b(?! ?KES)|We have your payment|approved/);
  screen.getByRole('link', { name: 'Invoice (PDF)' });
});

test('a request is sent from the page, which asks every five seconds and goes on by itself when it is paid', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const prompt = {
    phone: '254712345678',
    amount: 15_000,
    sentAt: '2026-11-22T08:00:00Z',
    code: null as string | null,
    isOpen: true,
    isPaid: false,
    hasReceipt: false,
  };
  const asked = (over: object, of: object) => ({
    ...order,
    ...of,
    payment: { ...order.payment, method: 'mpesa', prompt: { ...prompt, ...over } },
  });
  const waiting = asked({}, { word: 'undecided', nextStep: 'wait' });
  let now: object = order;
  const checks: string[] = [];
  answerDatabase((address) => {
    if (address.endsWith('/prompt')) now = waiting;
    if (address.endsWith(checkPayment.path.split('/').at(-1)!)) checks.push(address);
    return now;
  });
  const user = renderInShop(
    <WithShopDetails details={{ promptsAreOn: true }}>
      <OrderConfirmationPage />
    </WithShopDetails>,
  );
  await user.click(await screen.findByRole('button', { name: 'Send the Request' }));
  await screen.findByRole('heading', { name: 'Look at your phone' });
  await expect.poll(() => checks.length).toBe(1);
  expect(screen.queryByRole('button', { name: 'Pay by Card' })).toBeNull();
  const pass = (milliseconds: number) =>
    act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)));
  for (let turn = 0; turn < 8; turn += 1) await pass(5_000);
  expect(checks.length).toBeGreaterThanOrEqual(8);
  expect(checks.length).toBeLessThanOrEqual(11);
  now = {
    ...asked({ isOpen: false, isPaid: true, code: '0' }, { status: 'paid', word: 'paid', nextStep: 'none' }),
  };
  await pass(5_000);
  await screen.findByText('M-Pesa, receipt to follow');
  expect(screen.queryByRole('heading', { name: 'Look at your phone' })).toBeNull();
});

test('an open page notices a payment that came another way, also once it asks no bank any more', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let now: object = order;
  let reads = 0;
  answerDatabase(() => {
    reads += 1;
    return now;
  });
  renderInShop(<OrderConfirmationPage />);
  await screen.findByText('This order is not paid yet');
  const pass = (milliseconds: number) =>
    act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)));
  await pass(pollForMs + 30_000);
  const before = reads;
  await pass(3 * calmPollMs);
  expect(reads - before).toBeGreaterThanOrEqual(2);
  expect(reads - before).toBeLessThanOrEqual(4);
  now = { ...order, status: 'paid', word: 'paid', nextStep: 'none' };
  await pass(calmPollMs + 1000);
  screen.getByText(/^Your payment is/);
});

test('a page to which somebody came back from the bank asks until it has answered, also for what was added', async () => {
  const unpaid = { ...order.payment, dueAmount: 2200, acceptedCents: 1_510_000, hasBankAnswered: false };
  const added = { ...order, status: 'paid', word: 'added', nextStep: 'pay', payment: unpaid };
  answerDatabase((address) =>
    address.endsWith('/check') ? { ...added, payment: { ...unpaid, hasBankAnswered: true } } : added,
  );
  renderInShop(<OrderConfirmationPage />);
  await screen.findByText(/we are asking the bank/);
  await screen.findByRole('button', { name: 'Pay by Card' });
});
