import type { OrderDetails } from '@contract/admin-orders.ts';
import type { DeliveryCost } from '@contract/delivery.ts';
import type { Shipment } from '@contract/shipments.ts';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { renderInShop, typeInto } from '#testing/render-in-shop.tsx';
import { useOrderDetails } from '../order/order-details-query.ts';
import { OrderParcels } from './order-parcels.tsx';
import type { ParcelToSend } from './parcel-dialog.tsx';

const orderId = '00000000-0000-4000-8000-00000000beef';
const line = { itemId: 'i1', productName: 'Auger', quantity: 2, serials: ['A-1'] };
const parcel = (over: Partial<Shipment>): Shipment => ({
  id: 's1',
  status: 'packed',
  isWork: false,
  carrier: 'G4S',
  waybill: 'W-1',
  packedAt: '2026-11-20T06:00:00Z',
  sentOn: null,
  deliveredOn: null,
  lines: [line],
  ...over,
});
const detailsWith = (
  over: {
    shipments?: Shipment[];
    status?: string;
    word?: string;
    termsDays?: number;
    shipping?: object;
    delivery?: Partial<DeliveryCost>;
  } = {},
) =>
  ({
    order: {
      id: orderId,
      status: over.status ?? 'paid',
      word: over.word ?? 'paid',
      payment: { termsDays: over.termsDays ?? null },
      shipments: over.shipments ?? [],
      delivery: { low: 1500, high: 3000, freeBecause: null, price: 2000, ...over.delivery },
      items: [
        { id: 'i1', productName: 'Auger', isService: false, awaited: 0 },
        { id: 'i2', productName: 'Battery', isService: false, awaited: 0 },
      ],
    },
    shipping: {
      toShip: { i1: 3, i2: 1 },
      unpaid: {},
      need: 'nothing',
      packingObstacle: over.status === 'completed' ? 'shipment_completed' : null,
      canBeTakenBack: [],
      ...over.shipping,
    },
    rest: { dueCents: 30_000 },
    changing: { obstacle: null },
  }) as unknown as OrderDetails;

/** Shows an order as the database has it; returns what was sent. */
function showOrder(
  read: () => OrderDetails | Promise<OrderDetails>,
  reply: (times: number) => unknown = () => ({}),
) {
  const sent: { call: string; body: Record<string, unknown> }[] = [];
  answerDatabase((address, body) => {
    if (address.endsWith('/order_details')) return read();
    sent.push({ call: address.split('/').at(-1) ?? '', body: body as Record<string, unknown> });
    return reply(sent.length);
  });
  function Order() {
    const { data } = useOrderDetails(orderId);
    const [opened, onOpen] = useState<ParcelToSend | null>(null);
    return data ? <OrderParcels details={data} opened={opened} onOpen={onOpen} /> : null;
  }
  return { user: renderInShop(<Order />), sent };
}

const dialog = (name: string) => within(screen.getByRole('dialog', { name }));
const piecesOf = (form: ReturnType<typeof dialog>, name: string) =>
  within(form.getByRole('group', { name })).getByLabelText<HTMLInputElement>('Pieces in this parcel');

test('before it is sent, it is said that its delivery has no price yet', async () => {
  const { user } = showOrder(() => detailsWith({ delivery: { price: null } }));
  await user.click(await screen.findByRole('button', { name: 'Send a Parcel' }));
  const form = dialog('Send a parcel');
  form.getByText(
    /^No delivery price is agreed yet\. The buyer’s page says: KES.1,500-3,000, paid apart: we confirm/,
  );
  await user.selectOptions(form.getByLabelText('What happens to it'), 'delivered');
  expect(form.queryByText(/No delivery price/)).toBeNull();
});

test('a parcel is sent with what is left, its carrier and its serial numbers, once', async () => {
  const { user, sent } = showOrder(detailsWith);
  await screen.findByText('Still to send: 3 × Auger, 1 × Battery');
  await user.click(screen.getByRole('button', { name: 'Send a Parcel' }));
  const form = dialog('Send a parcel');
  expect(piecesOf(form, 'Auger').value).toBe('3');
  await typeInto(user, piecesOf(form, 'Auger'), '2');
  expect(piecesOf(form, 'Auger').value).toBe('2');
  await typeInto(user, piecesOf(form, 'Auger'), '{Backspace}3');
  await user.click(form.getByRole('button', { name: 'Record the Parcel' }));
  expect(document.activeElement).toBe(form.getByLabelText('Carrier'));
  await user.type(form.getByLabelText('Carrier'), 'G4S');
  await user.type(form.getByLabelText('Waybill'), 'W-9');
  await user.type(form.getAllByLabelText('Serial numbers')[1]!, 'B-1');
  await user.dblClick(form.getByRole('button', { name: 'Record the Parcel' }));
  await screen.findByText('Parcel Recorded');
  expect(sent).toMatchObject([
    {
      call: 'record_shipment',
      body: {
        p_order_id: orderId,
        p_seen: { i1: 3, i2: 1 },
        p_status: 'sent',
        p_carrier: 'G4S',
        p_waybill: 'W-9',
        p_lines: [
          { itemId: 'i1', quantity: 3, serials: [] },
          { itemId: 'i2', quantity: 1, serials: ['B-1'] },
        ],
      },
    },
  ]);
});

test('a scanner that ends each number with Enter goes on to the next field, and records nothing', async () => {
  const { user, sent } = showOrder(detailsWith);
  await user.click(await screen.findByRole('button', { name: 'Send a Parcel' }));
  const form = dialog('Send a parcel');
  const [augers, batteries] = form.getAllByLabelText<HTMLTextAreaElement>('Serial numbers');
  await user.clear(piecesOf(form, 'Auger'));
  await user.type(piecesOf(form, 'Auger'), '2{Enter}');
  expect(document.activeElement).toBe(augers);
  await user.keyboard('A-1{Enter}A-2');
  expect(augers!.value).toBe('A-1\nA-2');
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(piecesOf(form, 'Battery'));
  await user.type(batteries!, 'B-1{Enter}');
  expect(document.activeElement).toBe(form.getByLabelText('What happens to it'));
  await user.type(form.getByLabelText('Carrier'), 'G4S{Enter}W-1{Enter}');
  expect(form.getByLabelText<HTMLInputElement>('Waybill').value).toBe('W-1');
  await user.type(form.getByLabelText('Sent on'), '{Enter}');
  expect(document.activeElement).toBe(form.getByRole('button', { name: 'Record the Parcel' }));
  expect(sent).toEqual([]);
});

test('a pasted column of serial numbers stays one to a line', async () => {
  const { user, sent } = showOrder(detailsWith);
  await user.click(await screen.findByRole('button', { name: 'Send a Parcel' }));
  const form = dialog('Send a parcel');
  await user.click(form.getAllByLabelText('Serial numbers')[0]!);
  await user.paste('A-1\r\nA-2\r\nA-3\r\n');
  await user.type(form.getByLabelText('Carrier'), 'x'.repeat(30));
  await user.click(form.getByRole('button', { name: 'Record the Parcel' }));
  await screen.findByText('Parcel Recorded');
  expect(sent[0]?.body).toMatchObject({
    // Typed no longer than it is stored.
    p_carrier: 'x'.repeat(25),
    p_lines: [{ itemId: 'i1', serials: ['A-1', 'A-2', 'A-3'] }, { itemId: 'i2' }],
  });
});

test('the pieces of all lines are taken into a parcel, or out of it, at once', async () => {
  const { user } = showOrder(detailsWith);
  await user.click(await screen.findByRole('button', { name: 'Send a Parcel' }));
  const form = dialog('Send a parcel');
  const pieces = () => ['Auger', 'Battery'].map((name) => piecesOf(form, name).value);
  await user.click(form.getByRole('button', { name: 'None' }));
  expect(pieces()).toEqual(['0', '0']);
  await user.click(form.getByRole('button', { name: 'All' }));
  expect(pieces()).toEqual(['3', '1']);
});

test('an order of one line is packed without a choice of all or none', async () => {
  const { user } = showOrder(() => detailsWith({ shipping: { toShip: { i1: 3, i2: 0 } } }));
  await user.click(await screen.findByRole('button', { name: 'Send a Parcel' }));
  expect(dialog('Send a parcel').queryByRole('button', { name: 'None' })).toBeNull();
});

test('the next parcel begins with what the last one left, however slow the reply is', async () => {
  const slow = deferredPromise();
  let left = 3;
  const { user, sent } = showOrder(
    async () => {
      const details = detailsWith({ shipping: { toShip: { i1: left, i2: 0 } } });
      if (left < 3) await slow.promise;
      return details;
    },
    () => {
      left = 1;
      return {};
    },
  );
  const sendOne = async () => {
    await user.click(await screen.findByRole('button', { name: 'Send a Parcel' }));
    const form = dialog('Send a parcel');
    await user.type(form.getByLabelText('Carrier'), 'G4S');
    await user.clear(piecesOf(form, 'Auger'));
    await user.type(piecesOf(form, 'Auger'), '1');
    await user.click(form.getByRole('button', { name: 'Record the Parcel' }));
  };
  await sendOne();
  setTimeout(slow.release, 50);
  await screen.findByText('Parcel Recorded');
  await sendOne();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]?.body.p_seen).toEqual({ i1: 1, i2: 0 });
});

test('somebody who was slower sees what the other left before theirs is sent', async () => {
  let left = 3;
  const { user, sent } = showOrder(
    () => detailsWith({ shipping: { toShip: { i1: left, i2: 1 } } }),
    (times) => (times === 1 ? refusedBySql('shipment_meanwhile') : {}),
  );
  await user.click(await screen.findByRole('button', { name: 'Send a Parcel' }));
  const form = dialog('Send a parcel');
  await user.type(form.getByLabelText('Carrier'), 'G4S');
  left = 2;
  await user.click(form.getByRole('button', { name: 'Record the Parcel' }));
  await form.findByText(/Somebody else has packed or taken back pieces/);
  await form.findByText('2 left to send');
  await user.click(form.getByRole('button', { name: 'Record the Parcel' }));
  await form.findByText('Please enter a whole number from 0 to 2');
  await user.clear(piecesOf(form, 'Auger'));
  await user.type(piecesOf(form, 'Auger'), '2');
  await user.click(form.getByRole('button', { name: 'Record the Parcel' }));
  await screen.findByText('Parcel Recorded');
  expect(sent.map(({ body }) => body.p_seen)).toEqual([
    { i1: 3, i2: 1 },
    { i1: 2, i2: 1 },
  ]);
});

test('what a lost reply leaves open is sent again as the same parcel', async () => {
  const { user, sent } = showOrder(detailsWith, (times) => {
    if (times === 1) throw new TypeError('Failed to fetch');
    return {};
  });
  await user.click(await screen.findByRole('button', { name: 'Send a Parcel' }));
  const form = dialog('Send a parcel');
  await user.type(form.getByLabelText('Carrier'), 'G4S');
  await user.click(form.getByRole('button', { name: 'Record the Parcel' }));
  await form.findByText(/^No answer came/);
  await user.click(form.getByRole('button', { name: 'Record the Parcel' }));
  await screen.findByText('Parcel Recorded');
  expect(sent[1]?.body.p_id).toBe(sent[0]?.body.p_id);
});

test.each([
  [parcel({}), ['Hand to a Carrier', 'Record the Collection'], /^Packed on/],
  [parcel({ status: 'sent', sentOn: '2026-11-21' }), ['Record the Delivery'], 'Sent with G4S on 21 Nov 2026'],
  [
    parcel({ status: 'delivered', sentOn: '2026-11-21', deliveredOn: '2026-11-23' }),
    [],
    'Delivered by G4S on 23 Nov 2026',
  ],
  [
    parcel({ status: 'delivered', carrier: null, waybill: null, deliveredOn: '2026-11-23' }),
    [],
    'Collected at the counter on 23 Nov 2026',
  ],
])('a parcel has its state, its contents and its next steps: %#', async (one, labels, state) => {
  showOrder(() => detailsWith({ shipments: [one], status: 'completed', shipping: { need: 'completed' } }));
  await screen.findByText(state);
  screen.getByText('2 × Auger (A-1)');
  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(labels);
});

test.each([
  ['city', 'sent'],
  ['collected', 'delivered'],
])('of an order to the zone %s a parcel is proposed as %s', async (zone, step) => {
  const { user } = showOrder(() => detailsWith({ delivery: { zone } as Partial<DeliveryCost> }));
  await user.click(await screen.findByRole('button', { name: 'Send a Parcel' }));
  expect(screen.getByLabelText<HTMLSelectElement>('What happens to it').value).toBe(step);
});

test('a parcel moves on with its day, and is taken back after a question', async () => {
  const shipments = [parcel({ status: 'sent', sentOn: '2026-11-21' })];
  const { user, sent } = showOrder(() =>
    detailsWith({ shipments, status: 'completed', shipping: { need: 'completed', canBeTakenBack: ['s1'] } }),
  );
  await user.click(await screen.findByRole('button', { name: /^Record the Delivery:/ }));
  await user.click(dialog('Record the Delivery').getByRole('button', { name: 'Record the Delivery' }));
  await screen.findByText('Delivery Recorded');
  await user.click(screen.getByRole('button', { name: /^Undo This Parcel:/ }));
  const question = dialog('Undo this parcel?');
  question.getByText(/and the order is not completed any more/);
  await user.click(question.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Parcel Taken Back');
  expect(sent.map(({ call, body }) => [call, body.p_id, body.p_status])).toEqual([
    ['advance_shipment', 's1', 'delivered'],
    ['advance_shipment', 's1', 'taken_back'],
  ]);
});

test('a partly paid order says what is missing, and what lets it leave', async () => {
  const waits = { need: 'payment', packingObstacle: 'shipment_unpaid' };
  showOrder(() => detailsWith({ status: 'pending', word: 'part_paid', shipping: waits }));
  await screen.findByText(
    /^KES 300 is not paid: nothing is sent before .* Change Order gives days to pay\.$/,
  );
});

test.each([
  [false, /no terms are saved for this customer/],
  [true, /the customer owes more than their limit/],
])('on account a reason says why it is asked, with terms: %s', async (hasTerms, why) => {
  const shipping = { need: 'payment', packingObstacle: null, hasTerms };
  const { user } = showOrder(() => detailsWith({ status: 'pending', termsDays: 30, shipping }));
  await user.click(await screen.findByRole('button', { name: 'Send a Parcel' }));
  dialog('Send a parcel').getByText(why);
});

test.each([
  ['payment', 'pending', 'shipment_unpaid', false],
  ['payment', 'pending', null, true],
  ['completed', 'completed', 'shipment_completed', false],
  ['refunded', 'paid', 'all_refunded', false],
  ['settlement', 'paid', null, true],
])(
  'of an order that needs %s (%s, obstacle: %s) a parcel can be packed: %s',
  async (need, status, packingObstacle, isPossible) => {
    showOrder(() => detailsWith({ status, shipping: { need, packingObstacle }, shipments: [parcel({})] }));
    await screen.findByRole('heading', { name: 'Parcels' });
    expect(screen.queryByRole('button', { name: 'Send a Parcel' }) !== null).toBe(isPossible);
  },
);
