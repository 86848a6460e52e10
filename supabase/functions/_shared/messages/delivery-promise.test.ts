import { expect, test } from 'vitest';
import { renderedCases } from '../../../tests/database/promise-cases.ts';
import { sampleFacts, sampleLink, sampleOrder, sampleShortLink } from '../../../tests/message-sample.ts';
import { readPdf } from '../../../tests/read-pdf.ts';
import type { MessageFacts } from '../contract/messages.ts';
import type { SlipDetails } from '../contract/packing-slip.ts';
import type { Paper } from '../contract/papers.ts';
import { defaultShopDetails as shop } from '../contract/shop-details.ts';
import { packingSlipsPdf } from '../papers/packing-slip-pdf.ts';
import { paperPdf } from '../papers/paper-pdf.ts';
import { renderMessage } from './render-message.ts';

test.each(renderedCases)('$title: mails, SMS and papers say $said', async ({ delivery, by, said }) => {
  const facts = { ...sampleFacts, order: { ...sampleOrder, delivery } as unknown as MessageFacts['order'] };
  for (const kind of ['order_paid', 'order_changed', 'delivery_later'] as const) {
    const message = { kind, language: 'en', facts } as const;
    const { text, html } = await renderMessage({ ...message, channel: 'email', link: sampleLink }, shop);
    for (const part of [text, html]) expect(part).toContain(said);
    if (kind === 'order_changed') continue;
    const sms = await renderMessage({ ...message, channel: 'sms', link: sampleShortLink }, shop);
    expect(sms.text).toContain(`by ${by}.`);
  }

  const totals = { grossCents: 100, netCents: 86, vatCents: 14, rates: [] };
  const content = { lines: [], totals, payments: [], seller: shop, orderId: sampleOrder.id, delivery };
  for (const kind of ['proforma', 'invoice'] as const)
    expect(
      readPdf(await paperPdf([{ kind, issuedAt: '2026-11-27', content } as unknown as Paper])).text.join(' '),
    ).toContain(`Delivery: ${said}, KES 1,500-3,000, paid apart`);
  const details = {
    order: facts.order,
    shipping: { toShip: {} },
    weights: {},
    models: {},
  } as unknown as SlipDetails;
  expect(readPdf(await packingSlipsPdf([{ details }], shop)).text).toContain(`Deliver by ${by}`);
});
