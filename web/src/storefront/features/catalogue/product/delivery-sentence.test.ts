import { expect, test } from 'vitest';
import { deliverySentence } from './delivery-sentence.ts';

const of = (over: object) =>
  deliverySentence({ brand: 'Garmin', name: 'GPSMAP 65s', price: 85_000, ...over }).replaceAll('\u00a0', ' ');

test('delivery is free within Nairobi above KES 50,000, and everywhere for a Terrameter', () => {
  expect(of({})).toBe('Delivery in 2-3 business days. Free delivery within Nairobi.');
  expect(of({ price: 50_000 })).toBe('Delivery in 2-3 business days. Within Nairobi KES 500-1,500.');
  expect(of({ brand: 'ABEM', name: 'ABEM Terrameter LS 2' })).toContain('Delivered free');
  expect(of({ brand: 'ABEM', name: 'ABEM LUND cable set', price: 40_000 })).toContain('Within Nairobi');
});
