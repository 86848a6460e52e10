import { expect, it } from 'vitest';
import { readPdf } from '../../../tests/read-pdf.ts';
import type { SlipDetails } from '../contract/packing-slip.ts';
import { defaultShopDetails } from '../contract/shop-details.ts';
import { packingSlipsPdf } from './packing-slip-pdf.ts';

const item = (id: string, quantity: number, productName = `Battery ${id}`) => ({
  id,
  productId: `of ${id}`,
  productName,
  quantity,
  isService: false,
  awaited: 0,
  cameBack: 0,
  notSent: 0,
  price: 98_765,
});
const details = {
  order: {
    id: '00000000-0000-4000-8000-0000deadbeef',
    status: 'paid',
    word: 'paid',
    createdAt: '2026-11-26T08:00:00Z',
    customerName: 'Wanjirũ Mūthoni',
    customerPhone: '+254712345678',
    customerAddress: 'Kisumu',
    company: { name: 'Kisumu Water', pin: null, purchaseOrder: 'LPO 7' },
    payment: { acceptedCents: 9_876_500, refundedCents: 0 },
    totalAmount: 98_765,
    delivery: { by: '2026-12-03', isPromised: true },
    items: [item('a', 3), item('b', 4)],
  },
  shipping: { toShip: { a: 1, b: 4 } },
  weights: { 'of a': 10_600 },
  models: { 'of a': 'NG-51', 'of b': 'NG-25' },
} as unknown as SlipDetails;

const parcel = {
  id: 'parcel',
  carrier: 'G4S',
  waybill: 'NBO-77 of the van that leaves Industrial Area at noon',
  lines: [{ itemId: 'a', productName: 'Battery a', quantity: 2, serials: ['A-1', 'A-2'] }],
};

it('a packing slip has who gets what is in no parcel yet, its weight, and no price', async () => {
  const { pages, text } = readPdf(await packingSlipsPdf([{ details }], defaultShopDetails));
  expect(pages).toBe(1);
  expect(text).toEqual(
    expect.arrayContaining([
      'Packing slip',
      'Instruments & Current',
      'Order #IC-DEADBEEF',
      'Ordered 26 Nov 2026, 11:00',
      'Deliver by Thu 3 Dec',
      'Deliver to',
      'Wanjirũ Mūthoni',
      'Kisumu Water',
      'Purchase order LPO 7',
      '+254 712 345 678',
      'Battery a',
      'Model NG-51',
      '10.6 kg',
      '1',
      'Battery b',
      '4',
      'at least 10.6 kg',
      '5',
      'Packed by, date',
      'Packing slip #IC-DEADBEEF, page 1 of 1',
    ]),
  );
  expect(text.join(' ')).not.toMatch(/KES|98,765|UNPAID/);
});

it('the packing slip of a parcel has its pieces, serial numbers, carrier and waybill alone', async () => {
  const { text, overlap } = readPdf(
    await packingSlipsPdf([{ details, parcel: parcel as never }], defaultShopDetails),
  );
  expect(text).toEqual(
    expect.arrayContaining([
      'Carrier G4S',
      'Waybill NBO-77 of the van that leaves',
      'Serial A-1, A-2',
      '21.2 kg',
      '2',
    ]),
  );
  expect(text).not.toContain('Battery b');
  expect(overlap).toBeUndefined();
});

it('the packing slips of several orders begin a page each, with pages of their own', async () => {
  const order = { ...details.order, id: '00000000-0000-4000-8000-0000cafecafe', word: 'not_paid' };
  const slips = [{ details }, { details: { ...details, order } as SlipDetails }];
  const { pages, text } = readPdf(await packingSlipsPdf(slips, defaultShopDetails));
  expect(pages).toBe(2);
  for (const number of ['DEADBEEF', 'CAFECAFE'])
    expect(text).toEqual(
      expect.arrayContaining([`Order #IC-${number}`, `Packing slip #IC-${number}, page 1 of 1`]),
    );
  expect(text.filter((one) => one === 'UNPAID')).toHaveLength(1);
});

it('the serial numbers of many pieces go on on the next page', async () => {
  const serials = Array.from({ length: 999 }, (_, n) => `SERIAL-${100_000 + n}`);
  const [of] = parcel.lines;
  const many = { ...parcel, lines: [{ ...of, quantity: 999, serials }] };
  const { pages, text, lowest } = readPdf(
    await packingSlipsPdf([{ details, parcel: many as never }], defaultShopDetails),
  );
  expect(pages).toBeGreaterThan(1);
  expect(serials.filter((serial) => !text.some((line) => line.includes(serial)))).toEqual([]);
  expect(lowest).toBeGreaterThan(20);
});

it('an order that must not be sent has a stamp on each page of its packing slip, of less than 80 KB', async () => {
  const items = Array.from({ length: 100 }, (_, n) =>
    item(String(n), n, `${n} ${'Instrument with a long name '.repeat(5)}`),
  );
  const unpaid = { ...details, order: { ...details.order, word: 'not_paid', items } } as SlipDetails;
  const bytes = await packingSlipsPdf([{ details: unpaid }], defaultShopDetails);
  const { pages, text } = readPdf(bytes);
  expect(pages).toBeGreaterThan(3);
  for (const [word, times] of [
    ['UNPAID', pages],
    ['Pieces', pages],
    ['Packed by, date', 1],
  ] as const)
    expect([word, text.filter((one) => one === word).length]).toEqual([word, times]);
  expect(bytes.length).toBeLessThan(80_000);
});

it('of an order that is fetched says so in place of where it goes', async () => {
  const delivery = { ...details.order.delivery, zone: 'collected' };
  const fetched = { ...details, order: { ...details.order, delivery } } as SlipDetails;
  const { text } = readPdf(await packingSlipsPdf([{ details: fetched }], defaultShopDetails));
  expect(text).toContain('Collected at the shop');
  expect(text.join(' ')).not.toMatch(/Deliver to|Kisumu$/);
});

it('an order on account has no stamp, unless it is cancelled', async () => {
  const payment = { ...details.order.payment, termsDays: 30 };
  const stampsOf = async (status: string, word: string) => {
    const slip = { ...details, order: { ...details.order, status, word, payment } } as SlipDetails;
    const { text } = readPdf(await packingSlipsPdf([{ details: slip }], defaultShopDetails));
    return text.filter((one) => one === 'UNPAID').length;
  };
  expect([await stampsOf('pending', 'not_paid'), await stampsOf('cancelled', 'cancelled')]).toEqual([0, 1]);
});
