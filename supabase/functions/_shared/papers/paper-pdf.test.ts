import { expect, it } from 'vitest';
import type { Etims, Paper, PaperCause, PaperLine, PaperPayment } from '../contract/papers.ts';
import { defaultShopDetails } from '../contract/shop-details.ts';
import {
  neverOnQuotation,
  officerNeeds,
  officerQuotation,
  sellingShop,
} from '../../../tests/officer-quotation.ts';
import { readPdf } from '../../../tests/read-pdf.ts';
import { paperPdf } from './paper-pdf.ts';

const line: PaperLine = {
  kind: 'goods',
  productId: 'p1',
  name: 'ABEM Terrameter SAS 1000',
  model: 'SAS 1000',
  serials: ['SN-1'],
  quantity: 1,
  unitCents: 185_000_000,
  vatClass: 'standard',
  basisPoints: 1600,
  grossCents: 185_000_000,
  netCents: 159_482_759,
  vatCents: 25_517_241,
};
const payment: PaperPayment = {
  transactionId: 't1',
  method: 'card',
  reference: 'DON-7',
  cents: 185_000_000,
  paidAt: '2026-11-26T09:00:00Z',
};
const paper: Paper = {
  kind: 'invoice',
  number: 'INV-2026-00042',
  issuedAt: '2026-11-27T08:00:00Z',
  corrects: null,
  cause: null,
  etims: null,
  correctsEtims: null,
  content: {
    lines: [line],
    totals: { ...line, rates: [line] },
    reason: null,
    orderId: '00000000-0000-4000-8000-0000deadbeef',
    orderedAt: '2026-11-25T08:00:00Z',
    day: '2026-11-26',
    seller: { ...defaultShopDetails, pin: 'P051234567X', bank: 'Bank of Kisumu\nAccount 0123' },
    buyer: {
      name: 'Wanjirũ Mūthoni',
      email: 'w@example.com',
      phone: '+254712345678',
      address: 'Milimani, Kisumu',
      company: { name: 'Kisumu Water', pin: 'A001234567Z', purchaseOrder: 'LPO 7' },
    },
    payments: [payment],
  },
};

it('an invoice has its number, both parties, the goods with VAT and how it was paid', async () => {
  const { pages, text } = readPdf(await paperPdf([paper]));
  expect(pages).toBe(1);
  expect(text).toEqual(
    expect.arrayContaining([
      'Invoice and receipt',
      'INV-2026-00042',
      'PIN P051234567X',
      'Order #IC-DEADBEEF of 25 Nov 2026',
      // When nothing was due any more, and not when it was issued.
      '26 Nov 2026',
      'Kisumu Water',
      'PIN A001234567Z',
      'Purchase order LPO 7',
      'ABEM Terrameter SAS 1000',
      'Serial SN-1',
      'VAT 16 % in KES 1,850,000',
      'KES 255,172.41',
      'KES 1,850,000',
      'Paid on 26 Nov 2026: KES 1,850,000, Card, reference DON-7.',
    ]),
  );
  // Never without the signature of the tax authority's system.
  expect(text.join(' ')).not.toMatch(/^Tax invoice/im);
});

const etims: Etims = {
  unit: 'KRACU0300001234',
  receipt: 57,
  signature: 'ABCDEFGH234567AB',
  internalData: 'ABCD2345',
  signedAt: '2026-11-27T11:05:00Z',
  qr: 'https://etims.kra.go.ke/common/link/etims/receipt/indexEtimsReceiptData?Data=P051234567X00ABCDEFGH234567AB',
};

it('with what eTIMS answered it is a tax invoice, with bands, signature and QR code', async () => {
  const signed = await paperPdf([{ ...paper, etims }]);
  const { pages, text } = readPdf(signed);
  expect(pages).toBe(1);
  expect(text).toEqual(
    expect.arrayContaining([
      'Tax invoice',
      'KES 1,850,000 B',
      'Signed 27 Nov 2026, 14:05',
      'CU invoice number KRACU0300001234/57',
      'Signature ABCD-EFGH-2345-67AB',
      'A: KES 0, VAT KES 0',
      'B: KES 1,594,827.59, VAT KES 255,172.41',
      'E: KES 0, VAT KES 0',
    ]),
  );
  expect(text.join(' ')).not.toContain('not a tax invoice');
  expect(signed.length).toBeLessThan(80_000);
});

it('the longest answer of eTIMS stays on the page, beside the bands and not on them', async () => {
  const longest = {
    ...etims,
    unit: 'W'.repeat(40),
    receipt: 1_999_999_999,
    signature: 'W'.repeat(16),
    internalData: 'W'.repeat(64),
  };
  const { places, overlap } = readPdf(
    await paperPdf([{ ...paper, kind: 'credit_note', etims: longest, correctsEtims: longest }]),
  );
  expect(overlap).toBeUndefined();
  expect(places.filter(({ to, y }) => to > 595 - 48 + 1 || y < 24)).toEqual([]);
});

it('a second print of staff has COPY across it, and the first has not', async () => {
  for (const isCopy of [true, false]) {
    const { text } = readPdf(await paperPdf([{ ...paper, etims, isCopy }]));
    expect(text.includes('COPY')).toBe(isCopy);
  }
});

it('a credit note that eTIMS has signed names the original', async () => {
  const { text } = readPdf(
    await paperPdf([{ ...paper, kind: 'credit_note', number: 'CN-2026-00001', etims, correctsEtims: etims }]),
  );
  expect(text).toEqual(
    expect.arrayContaining([
      'Credit note',
      'Original CU invoice number KRACU0300001234/57',
      'Credit note is approved only for original sales receipt',
    ]),
  );
});

it('letters of names and signs of measures are printed, and can be searched', async () => {
  const name = 'Ngʼangʼa Wanjirũ Mūthoni, Ọláyẹ́mí, Łukasz, Ŋaŋ, Ɓala';
  const signs = '5″ 7′ GX‑class “x” – — … 450 × 250 m² m³ 20 °C 4 Ω 2 µm ± ≤ ≥ ½ − →';
  const content = { ...paper.content, lines: [{ ...line, name, serials: [signs] }] };
  const { text } = readPdf(await paperPdf([{ ...paper, content }]));
  expect(text.join(' ').normalize('NFC')).toContain(`${name} `);
  expect(text.join(' ')).toContain(`Serial ${signs} `);
});

it('what the font lacks is a box, and what is no letter is left out', async () => {
  const content = { ...paper.content, lines: [{ ...line, name: 'A李b🔋 ﬁve ①\u200b\u00ad.' }] };
  expect(readPdf(await paperPdf([{ ...paper, content }])).text).toContain('A□b□ ﬁve 1.');
});

it.each([
  ['54 letters', 'Instruments & Current Surveying and Solar Equipment Co'],
  ['120 letters', 'Instruments & Current '.repeat(5) + 'of Kenya'],
  ['120 letters without a space', 'Instruments'.repeat(11).slice(1)],
])('a shop’s name of %s and an address of four lines stand on nothing else', async (_, name) => {
  const { content } = paper;
  const of = { name, address: 'Demonstration House, '.repeat(9), email: `${'sales'.repeat(6)}@shop.ke` };
  const { text, overlap } = readPdf(
    await paperPdf([{ ...paper, content: { ...content, seller: { ...content.seller, ...of } } }]),
  );
  expect(overlap).toBeUndefined();
  expect(text.join('').replaceAll(' ', '')).toContain(name.replaceAll(' ', ''));
});

/** A picture of 64 × 16 pixels as far as PDFKit reads it. */
const logo = `data:image/jpeg;base64,${Buffer.from('ffd8ffc000110800100040030111000211010311010000ffd9', 'hex').toString('base64')}`;

it('the logo is in the file once, above the name on each paper', async () => {
  const credit: Paper = { ...paper, kind: 'credit_note' };
  const bytes = await paperPdf([paper, credit], logo);
  expect(
    Buffer.from(bytes)
      .toString('latin1')
      .match(/DCTDecode/g),
  ).toHaveLength(1);
  const names = (pdf: Uint8Array) =>
    readPdf(pdf)
      .places.filter(({ text }) => text === 'Instruments & Current')
      .map(({ y }) => y);
  const without = names(await paperPdf([paper, credit]));
  expect(names(bytes)).toEqual(without.map((y) => y - 64));
});

it.each([
  ['is no picture', 'data:image/jpeg;base64,/9j/AAAA'],
  ['is cut off', logo.slice(0, 40)],
  [
    'is of another kind',
    'data:image/jpeg;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ],
])('a logo that %s stops no invoice', async (_, broken) => {
  const bytes = await paperPdf([paper], broken);
  expect(readPdf(bytes).text).toContain('Instruments & Current');
  expect(Buffer.from(bytes).toString('latin1')).not.toContain('/Subtype /Image');
});

it('a proforma says how to pay by transfer, and what it is not', async () => {
  const { text } = readPdf(await paperPdf([{ ...paper, kind: 'proforma', number: null }]));
  expect(text).toEqual(
    expect.arrayContaining(['Proforma invoice', 'Bank of Kisumu', 'Account 0123', 'Reference IC-DEADBEEF']),
  );
  expect(text.join(' ')).toContain('not a receipt and not a tax invoice');
});

it('every payment is named, and a proforma asks for what is left', async () => {
  const part = { ...payment, method: 'mpesa' as const, reference: 'SGR7XK2P1Q', cents: 50_000_000 };
  const cheque = { ...payment, method: 'cheque' as const, reference: '', cents: 5_000_000 };
  const of = (kind: 'proforma' | 'invoice', dueAmount?: number) => ({
    ...paper,
    kind,
    content: { ...paper.content, payments: [part, cheque], dueAmount },
  });
  const { text } = readPdf(await paperPdf([of('proforma', 1_300_000)]));
  expect(text).toEqual(
    expect.arrayContaining([
      'Received on 26 Nov 2026: KES 500,000, M-Pesa, reference SGR7XK2P1Q.',
      'Received on 26 Nov 2026: KES 50,000, Cheque.',
      'To be paid',
      'KES 1,300,000',
    ]),
  );
  const invoice = readPdf(await paperPdf([of('invoice')]));
  expect(invoice.text).toContain('Paid on 26 Nov 2026: KES 50,000, Cheque.');
  expect(invoice.text).not.toContain('To be paid');
});

it.each([
  ['changed', 'The order was changed.'],
  ['reduced', 'Less is charged than was invoiced.'],
  ['payment_reversed', 'The payment did not stand.'],
  ['reduction_undone', 'A refund was corrected.'],
  ['added', 'A further part of the order.'],
] satisfies [PaperCause, string][])(
  'a paper that is one more because of %s says: %s',
  async (cause, sentence) => {
    expect(readPdf(await paperPdf([{ ...paper, cause }])).text).toContain(sentence);
  },
);

it('many long lines go on to further pages under the same heads, in less than 80 KB', async () => {
  const many = Array.from({ length: 60 }, (_, index) => ({
    ...line,
    name: `${index} ${'Instrument with a long name '.repeat(5)}${'x'.repeat(120)}`,
  }));
  const credit: Paper = {
    ...paper,
    kind: 'credit_note',
    number: 'CN-2026-00001',
    corrects: 'INV-2026-00042',
  };
  const bytes = await paperPdf([{ ...paper, content: { ...paper.content, lines: many } }, credit]);
  const { pages, text, overlap } = readPdf(bytes);
  expect(pages).toBeGreaterThan(3);
  expect(overlap).toBeUndefined();
  expect(text.filter((one) => one === 'Item')).toHaveLength(pages);
  expect(text).toContain(`CN-2026-00001, page 1 of 1`);
  expect(bytes.length).toBeLessThan(80_000);
});

const link = `https://shop.example/quotation/${officerQuotation.id}#key=1.${'k'.repeat(43)}`;

const quotationPaper = (quotation = officerQuotation, seller = sellingShop, copies = 1) => {
  const { totals, company, customerName: name, customerEmail: email, customerPhone: phone } = quotation;
  return paperPdf([
    {
      ...paper,
      kind: 'quotation',
      number: quotation.number,
      issuedAt: quotation.createdAt,
      content: {
        ...paper.content,
        lines: [
          ...Array.from({ length: copies }, () => quotation.lines)
            .flat()
            .map(({ name, quantity, price }) => ({
              ...line,
              serials: [],
              name,
              quantity,
              unitCents: price * 100,
              grossCents: quantity * price * 100,
            })),
          {
            ...line,
            serials: [],
            model: null,
            kind: 'delivery',
            name: 'Delivery',
            unitCents: 250_000,
            grossCents: 250_000,
          },
        ],
        totals,
        orderId: null,
        orderedAt: null,
        payments: [],
        seller,
        buyer: { name, email, phone, address: null, company },
        quotation,
        link,
      },
    },
  ]);
};
const quotationPdf = async (...of: Parameters<typeof quotationPaper>) =>
  readPdf(await quotationPaper(...of))
    .text.join(' ')
    .replaceAll('\u00a0', ' ');

it('a quotation says what an officer needs to sign it', async () => {
  const text = await quotationPdf();
  expect(officerNeeds.filter(([, said]) => !said.test(text)).map(([need]) => need)).toEqual([]);
});

it('a quotation of a few lines is one page, and nobody signs a page on which nothing else is', async () => {
  expect(readPdf(await quotationPaper()).pages).toBe(1);
  for (let copies = 2; copies < 12; copies += 1) {
    const { places } = readPdf(await quotationPaper(officerQuotation, sellingShop, copies));
    const pageOf = (wanted: string) => places.find(({ text }) => text === wanted)?.page;
    expect(pageOf('Signature and stamp'), `${copies * 3} lines`).toBe(pageOf('Total'));
  }
});

it('a quotation has the address of its page, which can be pressed, and a delivery that is no piece', async () => {
  expect(Buffer.from(await quotationPaper()).toString('latin1')).toContain(`/URI (${link})`);
  const text = await quotationPdf();
  expect(text).toContain('Card: On the page of the order, once you have accepted');
  expect(text).toContain(' 16 % KES 2,500 Delivery to Kisumu ');
  expect(text).not.toContain('1 KES 2,500');
});

it('a quotation promises no transfer where the shop has no account, and is no other paper', async () => {
  expect(await quotationPdf()).not.toMatch(neverOnQuotation);
  expect(await quotationPdf(officerQuotation, { ...sellingShop, bank: '', paybill: '' })).not.toMatch(
    /transfer|account/i,
  );
});

it('who signs is on one page, however long the quotation is', async () => {
  for (let words = 0; words < 900; words += 45) {
    const long = { ...officerQuotation, note: 'Training. '.repeat(words) };
    const content = { ...paper.content, lines: [line, line], quotation: long };
    const { places, overlap } = readPdf(await paperPdf([{ ...paper, kind: 'quotation', content }]));
    const signed = places.filter(({ text }) => /^(For |Accepted for |Date$)/.test(text));
    expect(overlap).toBeUndefined();
    expect(signed).toHaveLength(4);
    expect(new Set(signed.map(({ page }) => page)).size).toBe(1);
    expect(Math.min(...signed.map(({ y }) => y))).toBeGreaterThan(36);
  }
});

it('a proforma of an accepted quotation names it, both numbers of the buyer and the terms', async () => {
  const accepted = { number: 'Q-2026-0007', reference: 'TND/04/2026', paymentTerms: 'By cheque' };
  const content = { ...paper.content, payments: [], termsDays: 60, accepted };
  const { text } = readPdf(await paperPdf([{ ...paper, kind: 'proforma', number: null, content }]));
  expect(text).toEqual(
    expect.arrayContaining([
      'Quotation Q-2026-0007',
      'Purchase order LPO 7, Your reference TND/04/2026',
      'Payment: Within 60 days of sending. By cheque.',
    ]),
  );
});

it('a proforma says that a delivery is not in its total, also to who may not see what it costs', async () => {
  const hidden = { promise: '', by: null, after: null, isPromised: false, low: null, high: null };
  const textOf = async (price: number | null, freeBecause: string | null) => {
    const content = { ...paper.content, payments: [], delivery: { ...hidden, price, freeBecause } };
    return readPdf(await paperPdf([{ ...paper, kind: 'proforma', number: null, content }])).text.join(' ');
  };
  expect(await textOf(null, null)).toContain(
    'Delivery: not included; we confirm what it costs before the goods leave.',
  );
  for (const text of [await textOf(2500, null), await textOf(null, 'this order')])
    expect(text).not.toContain('Delivery:');
});

it('a proforma says the day of a transfer, which waits for no bank; where none can be made, of any payment', async () => {
  const otherwise = { promise: '2-3 business days', by: '2026-12-03' };
  const after = 'bank' as const;
  const delivery = { promise: '2-3 business days', by: '2026-12-07', after, isPromised: false, otherwise };
  const textAt = async (bank: string) => {
    const content = { ...paper.content, payments: [], delivery, seller: { ...paper.content.seller, bank } };
    return readPdf(await paperPdf([{ ...paper, kind: 'proforma', number: null, content }])).text.join(' ');
  };
  expect(await textAt('Bank of Kisumu')).toContain(
    'Delivery: 2-3 business days: by Thu 3 Dec if your transfer comes today.',
  );
  expect(await textAt('')).toContain('by Thu 3 Dec if paid today (by card after');
});

it('a proforma says until when the items are kept, and nothing where none are', async () => {
  const saying = async (heldUntil: string | null) => {
    const content = { ...paper.content, payments: [], heldUntil };
    return readPdf(await paperPdf([{ ...paper, kind: 'proforma', number: null, content }])).text.join(' ');
  };
  expect(await saying('2026-12-03T11:30:00.000Z')).toContain(
    'The items are kept for you until 3 Dec 2026, 14:30.',
  );
  expect(await saying(null)).not.toContain('kept');
});

it('a proforma says of what is to order how long it takes, and after its deposit when it is expected', async () => {
  const textWith = async (expected: { expectedFrom: string | null; expectedTo: string | null }) => {
    const toOrder = { low: 6, high: 8, deposit: 30 };
    const awaited = [{ productId: 'p1', quantity: 1, awaited: 1, toOrder, ...expected }];
    const content = { ...paper.content, payments: [], awaited };
    return readPdf(await paperPdf([{ ...paper, kind: 'proforma', number: null, content }])).text;
  };
  expect(await textWith({ expectedFrom: null, expectedTo: null })).toContain('To order, 6 to 8 weeks');
  expect(await textWith({ expectedFrom: '2027-01-12', expectedTo: '2027-01-26' })).toContain(
    'Expected 12 Jan 2027 to 26 Jan 2027',
  );
});

it('a proforma asks for no money where its certificate alone is awaited', async () => {
  const content = { ...paper.content, dueAmount: 20, expectedCents: 2000 };
  const { text } = readPdf(await paperPdf([{ ...paper, kind: 'proforma', number: null, content }]));
  expect(text).toContain('KES 20 is expected to be withheld as tax: please send us the certificate.');
  expect(text.join(' ')).not.toMatch(/To be paid|Reference IC-/);
});

it('a proforma says what a delivery costs that is outside its total', async () => {
  const delivery = { promise: '2-3 business days', by: null, after: null, isPromised: false, price: null };
  const cost = { low: 1500, high: 3000, freeBecause: null };
  const content = { ...paper.content, payments: [], delivery: { ...delivery, ...cost } };
  const { text } = readPdf(await paperPdf([{ ...paper, kind: 'proforma', number: null, content }]));
  expect(text.join(' ')).toContain(
    'Delivery: 2-3 business days, KES 1,500-3,000, paid apart: we confirm it before the goods leave.',
  );
});

it('an invoice says what is true now: what is due and by when, what came, and what was written off', async () => {
  const saying = async (now: Partial<Paper['content']>) =>
    readPdf(await paperPdf([{ ...paper, content: { ...paper.content, ...now } }])).text;
  const bounced = await saying({
    payments: [],
    due: { cents: 185_000_000, expectedCents: 0, day: '2026-11-30' },
  });
  expect(bounced).toEqual(expect.arrayContaining(['Invoice', 'To be paid: KES 1,850,000, by 30 Nov 2026.']));
  // How, and with which reference.
  expect(bounced.filter((line) => line.startsWith('Reference IC-'))).toHaveLength(1);
  expect(await saying({ due: { cents: 30_000, expectedCents: 0, day: null } })).toEqual(
    expect.arrayContaining(['Invoice', 'To be paid: KES 300.']),
  );
  // The buyer has paid what they pay: nobody is asked for what the tax authority gets.
  const certificate = 'KES 300 is expected to be withheld as tax: please send us the certificate.';
  const awaited = await saying({ due: { cents: 30_000, expectedCents: 30_000, day: '2026-11-30' } });
  expect(awaited).toContain(certificate);
  expect(awaited.join(' ')).not.toMatch(/To be paid:|Reference IC-/);
  expect(await saying({ due: { cents: 50_000, expectedCents: 30_000, day: null } })).toEqual(
    expect.arrayContaining(['To be paid: KES 200.', certificate]),
  );
  expect(await saying({ due: null, writtenOffCents: 30_000, creditedCents: 1_000_000 })).toEqual(
    expect.arrayContaining(['Invoice and receipt', 'Credited: KES 10,000.', 'Written off: KES 300.']),
  );
});

it('an invoice on account says within how many days and by which day it is paid; its credit note does not', async () => {
  const content = { ...paper.content, payments: [], terms: { days: 30, dueDay: '2026-12-28' } };
  const invoice = readPdf(await paperPdf([{ ...paper, content }])).text;
  expect(invoice).toEqual(
    expect.arrayContaining(['Invoice', 'Purchase order LPO 7', 'Payment within 30 days: by 28 Dec 2026.']),
  );
  expect(invoice).not.toContain('Invoice and receipt');
  const credit = readPdf(await paperPdf([{ ...paper, kind: 'credit_note', content }])).text;
  expect(credit.join(' ')).not.toContain('Payment within');
  const back = { ...content, payments: [{ ...payment, method: 'mpesa' as const, reference: 'SGR7XK2P1Q' }] };
  expect(readPdf(await paperPdf([{ ...paper, kind: 'credit_note', content: back }])).text).toContain(
    'Given back on 26 Nov 2026: KES 1,850,000, M-Pesa, reference SGR7XK2P1Q.',
  );
});
