import type { Shipment } from '@contract/shipments.ts';
import { expect, test } from 'vitest';
import { backNote, cameBackText, parcelContents, parcelState } from './parcel-text.ts';

const parcel = (over: Partial<Shipment>): Shipment => ({
  id: 's1',
  status: 'packed',
  isWork: false,
  carrier: 'G4S',
  waybill: 'W-1',
  packedAt: '2026-11-20T06:00:00Z',
  sentOn: null,
  deliveredOn: null,
  lines: [],
  ...over,
});

test.each([
  [parcel({}), 'Packed on 20 Nov 2026, 09:00'],
  [parcel({ status: 'sent', sentOn: '2026-11-21' }), 'Sent with G4S on 21 Nov 2026'],
  [
    parcel({ status: 'delivered', sentOn: '2026-11-21', deliveredOn: '2026-11-23' }),
    'Delivered by G4S on 23 Nov 2026',
  ],
  [
    parcel({ status: 'delivered', carrier: null, deliveredOn: '2026-11-23' }),
    'Collected at the counter on 23 Nov 2026',
  ],
])('the state of a parcel says with whom it is, and since when: %#', (one, text) => {
  expect(parcelState(one)).toBe(text);
});

test('the contents of a parcel have their serial numbers', () => {
  const lines = [
    { itemId: 'i1', productName: 'Auger', quantity: 2, serials: ['A-1', 'A-2'] },
    { itemId: 'i2', productName: 'Cable', quantity: 1, serials: [] },
  ];
  expect(parcelContents({ lines })).toBe('2 × Auger (A-1, A-2), 1 × Cable');
});

test('what came back, and what is not sent any more, is said of a line and below the parcels', () => {
  const auger = { productName: 'Auger', cameBack: 1, notSent: 2 };
  expect(backNote(auger)).toBe('1 came back, 2 are not sent any more');
  expect(backNote({})).toBe('');
  expect(cameBackText([auger, { ...auger, cameBack: 0 }])).toBe('Came back: 1 × Auger');
  expect(cameBackText([])).toBe('');
});
