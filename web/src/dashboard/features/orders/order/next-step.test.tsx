import type { OrderDetails } from '@contract/admin-orders.ts';
import { type Permission, permissions } from '@contract/staff.ts';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noMoney, noRest } from '#testing/order-states.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { completeLabel } from '../complete/complete-dialog.tsx';
import { OrderParcels } from '../parcels/order-parcels.tsx';
import { nextStepOf, possibleSteps } from './next-step.ts';
import { OrderSteps } from './order-steps.tsx';

const warehouse: Permission[] = ['orders.read', 'parcels'];
const sales: Permission[] = ['orders.read', 'orders.write', 'payments.record'];
const accounts: Permission[] = ['orders.read', 'payments.record', 'refunds'];
const line = { itemId: 'i1', productName: 'Auger', quantity: 1, serials: [] };
const packed = { id: 's1', status: 'packed', carrier: null, waybill: null, packedAt: '', lines: [line] };
const sent = { ...packed, id: 's2', status: 'sent', carrier: 'G4S', sentOn: '2026-11-20' };
const paidMoney = { ...noMoney, dueAmount: 0, receivedCents: 5000, acceptedCents: 5000 };
test('nobody is asked to record money where a certificate alone is to come', () => {
  const next = (expectedCents: number) =>
    nextStepOf(
      order('completed', {
        nextStep: 'pay',
        payment: { ...paidMoney, dueAmount: 20, dueCents: 2000, expectedCents },
      }),
      () => true,
    );
  expect([next(1000), next(2000)]).toEqual(['payment', null]);
});

test('what left in parcels is not said to be open again but by them', () => {
  const steps = (shipments: object[]) => possibleSteps(order('completed', { shipments }));
  expect([steps([]).includes('paid'), steps([sent]).includes('paid')]).toEqual([true, false]);
});

const refundable = [{ transactionId: 't1', method: 'card', amountCents: 5000 }];

/** @param toShip pieces in no parcel yet */
function order(status: string, over: object = {}, toShip = 0, more: object = {}): OrderDetails {
  const need = status === 'paid' ? 'nothing' : status === 'completed' ? 'completed' : 'payment';
  return {
    order: {
      id: 'o1',
      status,
      nextStep: 'pay',
      payment: status === 'pending' ? noMoney : paidMoney,
      customerName: 'Ada',
      shipments: [],
      items: [{ id: 'i1', productName: 'Auger', isService: false, awaited: 0 }],
      ...over,
    },
    shipping: {
      toShip: { i1: toShip },
      unpaid: {},
      need,
      canBeTakenBack: [],
      packingObstacle: status === 'paid' ? null : 'shipment_unpaid',
    },
    cancelObstacle: status === 'pending' ? null : 'refund_first',
    completionNeed: need,
    changing: { obstacle: null },
    refundable: [],
    refundablePieces: {},
    serialsAtBuyer: {},
    rest: noRest,
    refunds: [],
    ...more,
  } as unknown as OrderDetails;
}

const paid = order('paid', {}, 1, { refundable });
const paidTooMuch = { payment: { ...paidMoney, overpaidCents: 1000 } };
const cancelled = order('cancelled', {}, 0, { refundable });

test.each([
  ['not paid', order('pending'), permissions, 'Record a Payment'],
  ['not paid', order('pending'), sales, 'Record a Payment'],
  ['not paid', order('pending'), warehouse, null],
  ['undecided', order('pending', { nextStep: 'wait' }), permissions, null],
  ['on account', order('pending', {}, 0, { shipping: paid.shipping }), permissions, 'Send a Parcel'],
  ['paid', paid, permissions, 'Send a Parcel'],
  ['paid', paid, warehouse, 'Send a Parcel'],
  ['paid', paid, sales, null],
  [
    'taken back',
    order('paid', {}, 1, {
      shipping: { ...paid.shipping, need: 'charged_back' },
      completionNeed: 'charged_back',
    }),
    permissions,
    null,
  ],
  [
    'paid with another sum than Safaricom lists',
    order('paid', {}, 1, { shipping: { ...paid.shipping, need: 'question' }, completionNeed: 'question' }),
    permissions,
    null,
  ],
  ['packed', order('paid', { shipments: [packed] }), permissions, 'Hand to a Carrier'],
  ['owed', order('pending', { word: 'owed', shipments: [sent] }), permissions, 'Record a Payment'],
  ['owed', order('pending', { word: 'owed', shipments: [sent] }), warehouse, 'Record the Delivery'],
  ['sent', order('paid', { shipments: [sent] }), permissions, 'Record the Delivery'],
  [
    'sent, and all of it came back',
    order('completed', { shipments: [sent], items: [{ id: 'i1', quantity: 1, cameBack: line.quantity }] }),
    permissions,
    null,
  ],
  ['owed and packed', order('pending', { shipments: [sent, packed] }), permissions, 'Hand to a Carrier'],
  ['paid, nothing to send', order('paid'), permissions, completeLabel],
  ['completed', order('completed'), permissions, null],
  ['paid too much', order('completed', paidTooMuch, 0, { refundable }), accounts, 'Record a Refund'],
  [
    'paid too much, and not sent',
    order('paid', paidTooMuch, 1, { refundable }),
    permissions,
    'Send a Parcel',
  ],
  ['cancelled with money', cancelled, accounts, 'Record a Refund'],
  ['cancelled with money', cancelled, sales, null],
])('of an order that is %s, at most one button is the primary one: %#', (_, details, may, label) => {
  const next = nextStepOf(details, (permission) => may.includes(permission));
  renderInShop(
    <>
      <OrderParcels details={details} next={next} opened={null} onOpen={() => {}} />
      <OrderSteps details={details} next={next} />
    </>,
    '/',
    may,
  );
  const primary = screen.queryAllByRole('button').filter(({ className }) => /primary/.test(className));
  expect(primary.map(({ textContent }) => textContent)).toEqual(label === null ? [] : [label]);
  cleanup();
});
