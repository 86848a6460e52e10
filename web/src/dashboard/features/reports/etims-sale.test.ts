import type { EtimsSale, PaperLine, PaperPayment } from '@contract/papers.ts';
import { expect, test } from 'vitest';
import { etimsSale } from './etims-sale.ts';

const line: PaperLine = {
  kind: 'goods',
  productId: 'p1',
  name: 'Garmin',
  model: null,
  serials: [],
  quantity: 2,
  unitCents: 4_750_000,
  vatClass: 'standard',
  basisPoints: 1600,
  grossCents: 9_500_000,
  netCents: 8_189_655,
  vatCents: 1_310_345,
};
const exempt: PaperLine = {
  ...line,
  name: 'Solar',
  quantity: 1,
  unitCents: 100_000,
  vatClass: 'exempt',
  basisPoints: 0,
  grossCents: 100_000,
  netCents: 100_000,
  vatCents: 0,
};
const paidWith = (method: PaperPayment['method']): PaperPayment => ({
  transactionId: method,
  method,
  reference: 'X',
  cents: 9_600_000,
  paidAt: '2026-11-27T08:00:00Z',
});
const sale: EtimsSale = {
  sequence: 8,
  original: 7,
  kind: 'credit_note',
  number: 'CN-2026-00001',
  corrects: 'INV-2026-00007',
  issuedAt: '2026-11-27T21:05:09.000Z',
  etims: null,
  correctsEtims: null,
  cause: 'reduced',
  content: {
    lines: [line, exempt],
    totals: {
      grossCents: 9_600_000,
      netCents: 8_289_655,
      vatCents: 1_310_345,
      rates: [line, exempt],
    },
    reason: null,
    orderId: 'o',
    orderedAt: '2026-11-27T08:00:00Z',
    day: '2026-11-28',
    seller: {
      name: 'Shop',
      phones: [],
      email: '',
      address: '',
      hours: '',
      bank: '',
      paybill: '',
      mpesaLimit: 250_000,
      till: '',
      pin: 'P051234567X',
    },
    buyer: {
      name: 'Ada',
      email: null,
      phone: '+254712345678',
      address: null,
      company: { name: 'Water', pin: 'P000000001A', purchaseOrder: null },
    },
    payments: [paidWith('mpesa')],
  },
};

test('a credit note as eTIMS takes it: all five bands, sums with VAT, Nairobi’s day', () => {
  expect(etimsSale(sale)).toMatchObject({
    invcNo: 8,
    orgInvcNo: 7,
    trdInvcNo: 'CN-2026-00001',
    rcptTyCd: 'R',
    pmtTyCd: '06',
    custTin: 'P000000001A',
    custNm: 'Water',
    cfmDt: '20261128000509',
    salesDt: '20261128',
    taxblAmtA: 1000,
    taxRtA: 0,
    taxAmtA: 0,
    taxblAmtB: 95_000,
    taxRtB: 16,
    taxAmtB: 13_103.45,
    taxblAmtC: 0,
    taxblAmtD: 0,
    taxblAmtE: 0,
    taxRtE: 8,
    totItemCnt: 2,
    totTaxblAmt: 96_000,
    totTaxAmt: 13_103.45,
    totAmt: 96_000,
    itemList: [
      { itemSeq: 1, itemNm: 'Garmin', qty: 2, prc: 47_500, taxTyCd: 'B', taxAmt: 13_103.45, totAmt: 95_000 },
      { itemSeq: 2, taxTyCd: 'A', taxAmt: 0, totAmt: 1000 },
    ],
  });
});

test('several payments of one method have its code, of several that of others', () => {
  const codeOf = (...methods: PaperPayment['method'][]) =>
    etimsSale({ ...sale, content: { ...sale.content, payments: methods.map(paidWith) } }).pmtTyCd;
  expect([codeOf('cash', 'cash'), codeOf('cash', 'card'), codeOf()]).toEqual(['01', '07', '07']);
});
