import { expect, it } from 'vitest';
import { readPdf } from '../../../tests/read-pdf.ts';
import type { Statement } from '../contract/debts.ts';
import { formatDay, nairobiDay } from '../contract/nairobi-time.ts';
import { defaultShopDetails } from '../contract/shop-details.ts';
import { statementPdf } from './statement-pdf.ts';

const orderId = '00000000-0000-4000-8000-0000deadbeef';
const statement: Statement = {
  from: '2026-01-01',
  to: '2026-11-29',
  seller: { ...defaultShopDetails, paybill: '522522' },
  buyer: {
    name: 'Ada',
    email: null,
    phone: '+254712345678',
    address: 'Kisumu',
    company: { name: 'Kisumu Water', pin: 'P051234567Q', purchaseOrder: 'LPO 7' },
  },
  openingCents: 5_000,
  closingCents: 155_050,
  lines: [
    {
      id: '1 1',
      day: '2026-10-01',
      orderId,
      kind: 'invoice',
      reference: 'INV-2026-00001',
      method: null,
      cents: 200_050,
      balanceCents: 205_050,
      dueDay: '2026-10-31',
      purchaseOrder: 'LPO 4471',
    },
    {
      id: '2 1',
      day: '2026-11-02',
      orderId,
      kind: 'payment',
      reference: 'FT123',
      method: 'transfer',
      cents: -50_000,
      balanceCents: 155_050,
      dueDay: null,
      purchaseOrder: null,
    },
  ],
  owed: { cents: 155_131, ages: { 1: 155_131 } },
  expectedCents: 0,
  advanceCents: 81,
  unsentCents: 0,
  oldestDebt: '00000000-0000-4000-8000-0000a5f048f7',
};

it('a statement has both parties, each line with its balance, what is owed by age and every way to pay', async () => {
  const { text } = readPdf(await statementPdf(statement));
  const all = text.join('\n').replaceAll('\u00a0', ' ');
  for (const part of [
    'Statement of account',
    '1 Jan 2026 to 29 Nov 2026',
    'Kisumu Water',
    'PIN P051234567Q',
    'Balance before',
    'KES 50',
    '1 Oct 2026 Invoice INV-2026-00001',
    'Order #IC-DEADBEEF, due 31 Oct 2026, purchase order LPO 4471',
    'KES 2,000.50',
    'KES 2,050.50',
    '2 Nov 2026 Payment, Bank transfer FT123',
    'Balance on 29 Nov 2026',
    'KES 1,550.50',
    `Owed now, ${formatDay(nairobiDay())}: KES 1,551.31`,
    '1-30 days late: KES 1,551.31',
    'Paid in advance: KES 0.81',
    'Paybill 522522, account P051234567Q',
  ])
    expect(all).toContain(part);
});

it('what is expected to be withheld is asked for by its certificate alone', async () => {
  const of = async (asked: Partial<Statement>) =>
    readPdf(await statementPdf({ ...statement, ...asked }))
      .text.join('\n')
      .replaceAll('\u00a0', ' ');
  const certificate = 'KES 31 is expected to be withheld as tax: please send us the certificate.';
  const all = await of({ owed: { cents: 0, ages: { 1: 0 } }, expectedCents: 3100, advanceCents: 0 });
  expect(all).toContain(`KES 0\n${certificate}`);
  expect(all).not.toMatch(/late|Paybill/);
  const some = await of({ owed: { cents: 10_000, ages: { 1: 10_000 } }, expectedCents: 3100 });
  expect(some).toContain(`Owed now, ${formatDay(nairobiDay())}: KES 100\n1-30 days late: KES 100\n`);
  expect(some).toContain(certificate);
  expect(some).toContain('Paybill');
});

it('without a PIN what is paid is known by the order that is owed for longest, never by a name', async () => {
  const buyer = { name: 'Joakim Barasa', email: null, phone: null, address: 'Kisumu', company: null };
  const all = readPdf(await statementPdf({ ...statement, buyer })).text.join('\n');
  expect(all).toContain('Paybill 522522, account ICA5F048F7');
  expect(all).not.toMatch(/account JB|Reference Joakim/);
});

it('what was paid, bounced, and is not sent is asked for beside what is owed', async () => {
  const { text } = readPdf(
    await statementPdf({
      ...statement,
      owed: { cents: 0, ages: {} },
      advanceCents: 0,
      unsentCents: 8_500_000,
    }),
  );
  expect(text).toContain('To be paid before it is sent: KES 85,000');
  expect(text.join('\n')).toContain('Paybill');
});

it('where nothing is owed, no way to pay is named', async () => {
  const { text } = readPdf(await statementPdf({ ...statement, owed: { cents: 0, ages: {} } }));
  expect(text.join('\n')).not.toContain('Paybill');
});
