import type { OrderDetails } from '@contract/admin-orders.ts';
import type { Shipment } from '@contract/shipments.ts';
import { expect, test } from 'vitest';
import { emptyParcel, type ParcelStep, reasonNeeded, typedParcel } from './typed-parcel.ts';

const details = (need = 'nothing') =>
  ({
    order: {
      items: [
        { id: 'i1', productName: 'Auger', isService: false, awaited: 0 },
        { id: 'i2', productName: 'Battery', isService: false, awaited: 0 },
        { id: 'i3', productName: 'Cable', isService: false, awaited: 0 },
      ],
    },
    shipping: { toShip: { i1: 3, i2: 1, i3: 0 }, unpaid: {}, need, packingObstacle: null },
  }) as unknown as OrderDetails;
const packed = { lines: [], status: 'packed', carrier: 'G4S', waybill: null } as unknown as Shipment;
const sent = { ...packed, status: 'sent' } as Shipment;

const read = (
  over: Record<string, string>,
  step: ParcelStep = 'sent',
  parcel: Shipment | null = null,
  need?: string,
) => {
  const typed = { ...emptyParcel(details(need), parcel), day: '2026-11-26', ...over };
  return typedParcel(typed, step, parcel, details(need));
};

test('a new parcel begins with all that is left, and a packed one with its carrier', () => {
  expect(emptyParcel(details(), null)).toMatchObject({ 'quantity i1': '3', 'quantity i2': '1', carrier: '' });
  expect(emptyParcel(details(), null)).not.toHaveProperty('quantity i3');
  expect(emptyParcel(details(), packed)).toMatchObject({ carrier: 'G4S', waybill: '' });
});

test('pieces, serial numbers, carrier and waybill are read as they were typed', () => {
  const { value } = read({
    'quantity i1': ' 2 ',
    'serials i1': 'A-1, A-2',
    'quantity i2': '0',
    carrier: ' G4S ',
    waybill: 'W-1',
  });
  expect(value).toEqual({
    lines: [{ itemId: 'i1', quantity: 2, serials: ['A-1', 'A-2'] }],
    step: { p_status: 'sent', p_carrier: 'G4S', p_waybill: 'W-1', p_day: '2026-11-26' },
  });
});

test.each([
  [{ 'quantity i1': '4', carrier: 'G4S' }, { 'quantity i1': 'Please enter a whole number from 0 to 3' }],
  [{ 'quantity i1': 'two', carrier: 'G4S' }, { 'quantity i1': 'Please enter a whole number from 0 to 3' }],
  [{ 'quantity i1': '1.000', carrier: 'G4S' }, { 'quantity i1': 'Please enter a whole number from 0 to 3' }],
  [{ 'quantity i1': '+1', carrier: 'G4S' }, { 'quantity i1': 'Please enter a whole number from 0 to 3' }],
  [{ 'quantity i1': '1.5', carrier: 'G4S' }, { 'quantity i1': 'Please enter a whole number from 0 to 3' }],
  [
    { 'quantity i1': '0', 'quantity i2': '', carrier: 'G4S' },
    { 'quantity i1': 'Please put a piece into the parcel' },
  ],
  [
    { 'quantity i1': '1', 'serials i1': 'A-1\nA-2', carrier: 'G4S' },
    { 'serials i1': 'These are more serial numbers than pieces' },
  ],
  [
    { 'serials i1': 'x'.repeat(101), carrier: 'G4S' },
    { 'serials i1': 'Please write one serial number to a line' },
  ],
  [{}, { carrier: 'Please name the carrier' }],
  [{ carrier: 'G4S', waybill: 'x'.repeat(26) }, { waybill: 'Please use at most 25 characters' }],
  [{ carrier: 'G4S', day: '' }, { day: 'Please give the day' }],
])('%j is refused at its field', (typed, problems) => {
  expect(read(typed)).toEqual({ problems });
});

const reasonFor = (unpaid: number) => {
  const line = { itemId: 'i1', quantity: 1 };
  const parcel = { ...packed, lines: [line] } as Shipment;
  const { order, shipping } = details();
  const waiting = {
    order: { ...order, shipments: [parcel] },
    // Of 3 pieces one is in the parcel.
    shipping: { ...shipping, toShip: { i1: 2 }, unpaid: { i1: unpaid } },
  } as unknown as OrderDetails;
  return reasonNeeded(emptyParcel(waiting, parcel), 'sent', parcel, waiting);
};

test('a packed piece that is paid leaves without a reason while others of its line are to come', () => {
  expect([0, 1, 2, 3].map(reasonFor)).toEqual([null, null, null, 'payment']);
});

test('a packed parcel needs no carrier and no day, but a waybill needs its carrier', () => {
  expect(read({}, 'packed').value?.step).toEqual({ p_status: 'packed' });
  expect(read({ waybill: 'W-1' }, 'packed').problems).toEqual({ carrier: 'Please name the carrier' });
});

test('what the buyer collects has no carrier, whatever was typed before', () => {
  expect(read({ carrier: 'G4S', waybill: 'W-1' }, 'delivered').value?.step).toEqual({
    p_status: 'delivered',
    p_day: '2026-11-26',
  });
  expect(read({}, 'delivered', packed).value).toEqual({
    lines: [],
    step: { p_status: 'delivered', p_day: '2026-11-26' },
  });
});

test.each([
  ['sent', null, true],
  ['delivered', packed, true],
  ['packed', null, false],
  ['delivered', sent, false],
] as const)('a step %s says why it is taken now where that is asked: %#', (step, parcel, isAsked) => {
  for (const need of ['reason', 'payment']) {
    expect(read({ carrier: 'G4S' }, step, parcel, need).problems).toEqual(
      isAsked ? { reason: 'Please say in some words why it leaves now' } : {},
    );
    expect(read({ carrier: 'G4S', reason: 'x' }, step, parcel, need).problems).toEqual(
      isAsked ? { reason: 'Please say in some words why it leaves now' } : {},
    );
    expect(read({ carrier: 'G4S', reason: ' A school ' }, step, parcel, need).value?.step.p_reason).toBe(
      isAsked ? 'A school' : undefined,
    );
  }
});

test('work that is not paid is proposed as done, and is asked why it is done now', () => {
  const { order, shipping } = details('payment');
  const items = order.items.map((item) => ({ ...item, isService: true }));
  const work = { order: { ...order, items }, shipping: { ...shipping, unpaid: { i1: 3, i2: 1 } } };
  const typed = emptyParcel(work, null, true);
  expect(typed).toMatchObject({ 'quantity i1': '3', 'quantity i2': '1' });
  expect(typedParcel(typed, 'delivered', null, work, true).problems).toEqual({
    reason: 'Please say in some words why it is done now',
  });
});
