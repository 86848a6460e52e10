import { expect, test } from 'vitest';
import { etimsEntry } from './etims-entry.ts';

const typed = {
  number: ' inv-2026-00042',
  unit: 'KRACU0300001234',
  receipt: '1,057',
  signature: 'abcd-EFGH-2345-67AB',
  internalData: 'ABCD-2345',
  signedAt: '2026-11-27T14:05',
  qr: '',
};

test('reads what a receipt shows', () => {
  expect(etimsEntry(typed)).toEqual({
    value: {
      number: 'INV-2026-00042',
      unit: 'KRACU0300001234',
      receipt: 1057,
      signature: 'ABCDEFGH234567AB',
      internalData: 'ABCD2345',
      signedAt: '2026-11-27T14:05:00+03:00',
      qr: null,
    },
    problems: {},
  });
});

test.each(['ABCD–EFGH–2345–67AB', 'abcd efgh 2345 67ab', 'Receipt signature: ABCD‐EFGH‐2345‐67AB'])(
  'the signature may be written as %j',
  (signature) => {
    expect(etimsEntry({ ...typed, signature }).value?.signature).toBe('ABCDEFGH234567AB');
  },
);

test('the address of the QR code may be of any host of the authority', () => {
  const qr = 'https://etims-sbx.kra.go.ke/common/link?Data=1';
  expect(etimsEntry({ ...typed, qr }).value?.qr).toBe(qr);
});

test.each([
  ['20261127140509', '2026-11-27T14:05:09+03:00'],
  ['2026-11-27 14:05:09', '2026-11-27T14:05:09+03:00'],
])('%s is a time', (signedAt, read) => {
  expect(etimsEntry({ ...typed, signedAt }).value?.signedAt).toBe(read);
});

test.each([
  [{ unit: '' }, 'unit'],
  [{ receipt: '1.5' }, 'receipt'],
  [{ receipt: '0' }, 'receipt'],
  [{ signature: 'ABC' }, 'signature'],
  [{ internalData: 'A/B' }, 'internalData'],
  [{ signedAt: '2026-02-30 10:00' }, 'signedAt'],
  [{ signedAt: '2026-02-03 25:00' }, 'signedAt'],
  [{ qr: 'http://x' }, 'qr'],
  [{ qr: 'https://kra.go.ke.evil.example/x' }, 'qr'],
  [{ qr: 'https://evilkra.go.ke/x' }, 'qr'],
  [{ qr: 'https://kra.go.ke@evil.example/' }, 'qr'],
])('%j is refused', (changed, field) => {
  expect(Object.keys(etimsEntry({ ...typed, ...changed }).problems)).toEqual([field]);
});
