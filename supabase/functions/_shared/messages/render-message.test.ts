import { describe, expect, it } from 'vitest';
import { buyerKinds, type MessageFacts, ownerKinds } from '../contract/messages.ts';
import { shopFacts } from '../contract/shop-facts.ts';
import type { MessageToRender } from './render-message.ts';
import { renderMessage } from './render-message.ts';
import {
  sampleFacts as facts,
  sampleLink as link,
  sampleOrder as order,
  sampleShortLink as shortLink,
} from '../../../tests/message-sample.ts';

/** The dearest order that the bank's form takes. */
const longest = {
  ...facts,
  order: {
    ...order,
    totalAmount: 99_999_999,
    customerName: 'x'.repeat(121),
    payment: { acceptedCents: 9_999_999_950 },
  } as unknown as MessageFacts['order'],
  task: { title: 'Refund', amountCents: 9_999_999_950 },
};

const message = (over: Partial<MessageToRender> = {}): MessageToRender => ({
  ...{ kind: 'order_paid', channel: 'email', language: 'en', facts, link },
  ...over,
});
const named = (over: object) =>
  message({ facts: { ...facts, order: { ...order, ...over } as unknown as MessageFacts['order'] } });

describe.each([...buyerKinds, ...ownerKinds])('%s', (kind) => {
  it.each(['en', 'sw'] as const)('has an e-mail in %s whose parts say the same', async (language) => {
    const { subject, html, text } = await renderMessage(message({ kind, language }));
    expect(subject).not.toBe('');
    expect(html).toMatch(new RegExp(`<html [^>]*lang="${language}"`));
    for (const part of [html, text]) {
      expect(part).not.toMatch(/undefined|null|NaN|Invalid Date/);
      expect(part).toContain(link);
    }
    // Nothing is loaded from elsewhere: a mail program blocks it, and it would report who reads.
    expect(html).not.toMatch(/<img|<script|@import|url\(/);
  });

  it.each(['en', 'sw'] as const)('has an SMS in %s of letters that every phone shows', async (language) => {
    const { text } = await renderMessage(
      message({ kind, channel: 'sms', language, facts: longest, link: shortLink }),
    );
    expect(text).toMatch(/^[\n !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z]+$/);
    expect(text.endsWith(` ${shortLink}`)).toBe(true);
    // What the provider adds to a first text must fit into 160 too.
    expect(text.length).toBeLessThanOrEqual(130);
    // A buyer reads all of it.
    if (!kind.startsWith('owner')) expect(text).not.toContain('...');
  });
});

it.each(['en', 'sw'] as const)(
  'the mail that confirms an address in %s names it, and no order',
  async (language) => {
    const link = 'https://shop.example/confirm-email#token=c.k';
    const { html, text } = await renderMessage(
      message({ kind: 'confirm_email', language, link, facts: { ...facts, order: null, holdUntil: null } }),
    );
    for (const part of [html, text]) {
      expect(part).toContain('achieng@example.com');
      expect(part).toContain(link);
    }
    expect(html).toMatch(new RegExp(`<html [^>]*lang="${language}"`));
    expect(html).not.toMatch(/<img|<script|@import|url\(/);
    const nobody = message({ kind: 'confirm_email', language, facts: { ...facts, confirmation: null } });
    await expect(renderMessage(nobody)).rejects.toThrow('the address to confirm');
  },
);

it('the receipt says that it is no tax invoice, and its lines add up', async () => {
  const { subject, html, text } = await renderMessage(message());
  expect(subject).toBe('Payment received for order #IC-1A2B3C4D');
  for (const part of [html, text]) {
    expect(part).toContain('ABEM Terrameter LS 2');
    expect(part).toContain('KES 1,850,000');
    expect(part).toContain('It is not a tax invoice.');
  }
});

it('the receipt names the sum that was received, which need not be the total', async () => {
  for (const kind of ['order_paid', 'owner_order_paid'] as const) {
    const { subject, html, text } = await renderMessage({
      ...named({ payment: { acceptedCents: 184_999_950 } }),
      kind,
    });
    for (const part of [html, text]) expect(part).toContain('KES 1,849,999.50');
    expect(text).toContain('Total: KES 1,850,000\nReceived: KES 1,849,999.50');
    if (kind === 'owner_order_paid') expect(subject).toContain('KES 1,849,999.50');
  }
});

it('the summary of the day names it as the site does, and has the difference between the bank and the shop', async () => {
  const { subject, text } = await renderMessage(message({ kind: 'owner_daily_summary' }));
  expect(text).toContain('-KES 0.50');
  expect(subject).toMatch(/^22 Nov 2026: /);
  expect(text).toContain('until 18:00 on 22 Nov 2026, in Nairobi');
});

it('an order number, a phone number and a sum are not broken over two lines', async () => {
  const { html } = await renderMessage(message({ kind: 'refund_due' }));
  for (const part of ['#IC-1A2B3C4D', 'KES 1,850,000', shopFacts.phones[0].shown])
    expect(html).toContain(`<span style="white-space:nowrap">${part}</span>`);
});

it.each([
  ['en', 'our bank sent KES 1,850,000.50 back to you for your order #IC-1A2B3C4D'],
  ['sw', 'ilikurudishia KES 1,850,000.50 kwa oda yako #IC-1A2B3C4D'],
] as const)(
  'a refund is named with its sum, day and reference in %s, and never without them',
  async (language, words) => {
    const { text } = await renderMessage(message({ kind: 'refund_recorded', language }));
    for (const part of [words, '22 Nov 2026', 'FT26326ABCDE']) expect(text).toContain(part);
    await expect(
      renderMessage(message({ kind: 'refund_recorded', language, facts: { ...facts, refund: null } })),
    ).rejects.toThrow('the refund');
  },
);

it.each([
  [
    'en',
    'What we wrote to you about this refund before was not right',
    'Correction: KES 1,850,000.50',
    'it was not',
  ],
  ['sw', 'hakikuwa sahihi', 'Marekebisho: KES 1,850,000.50', 'hazijarudishwa'],
] as const)(
  'a corrected refund says so in %s, also when nothing was refunded',
  async (language, ...parts) => {
    const corrected = (amountCents: number, channel: 'email' | 'sms' = 'email') =>
      renderMessage(
        message({
          kind: 'refund_recorded',
          language,
          channel,
          ...(channel === 'sms' ? { link: shortLink } : {}),
          facts: {
            ...facts,
            refund: { ...facts.refund, amountCents, isCorrection: true } as MessageFacts['refund'],
          },
        }),
      );
    const [sentence, subject, nothing] = parts;
    const { text, subject: written } = await corrected(185_000_050);
    expect(text).toContain(sentence);
    expect(written).toContain(subject);
    expect((await corrected(0)).text).toContain(nothing);
    expect((await corrected(0)).text).not.toContain('FT26326ABCDE');
    for (const amountCents of [0, 2_405_000_050])
      expect((await corrected(amountCents, 'sms')).text.length).toBeLessThanOrEqual(130);
  },
);

it('a component that fails is named, with what to do and the time in Nairobi', async () => {
  const { text, subject } = await renderMessage(message({ kind: 'owner_health' }));
  expect(subject).toBe('Needs attention: Asking the bank about payments');
  expect(text).toContain('reconcile ran last 16 minutes ago.');
  expect(text).toContain('Read the log of that function');
  expect(text).toContain('This began on 22 Nov 2026, 12:00.');
  await expect(
    renderMessage(message({ kind: 'owner_health', facts: { ...facts, health: null } })),
  ).rejects.toThrow('lacks the component');
});

it('broken rules are listed, and how many more there are', async () => {
  const { text, subject } = await renderMessage(message({ kind: 'owner_broken_rules' }));
  expect(subject).toBe('3 problems with money or stock');
  expect(text).toContain('paid without money: an order (paid)');
  expect(text).toContain('and 2 more');
});

it('a reminder says until when the items are kept, in Nairobi', async () => {
  expect((await renderMessage(message({ kind: 'order_unpaid' }))).text).toContain('until 22 Nov 2026, 12:30');
  const late = message({ kind: 'order_unpaid', facts: { ...facts, holdUntil: null } });
  expect((await renderMessage(late)).text).toContain('no longer keep the items');
});

it('a message with a missing value is not made', async () => {
  await expect(renderMessage(message({ facts: { ...facts, order: null } }))).rejects.toThrow('the order');
  await expect(
    renderMessage(message({ kind: 'owner_task', facts: { ...facts, task: null } })),
  ).rejects.toThrow('The message owner_task lacks a value in its subject.');
  // What people typed reaches no log with the error.
  await expect(
    renderMessage({ ...named({ customerPhone: undefined }), kind: 'owner_order_paid' }),
  ).rejects.toThrow(/^The message owner_order_paid lacks a value in its preheader\.$/);
});

it('a product with HTML in its name stays text', async () => {
  const items = [{ ...order.items[0], productName: '<img src=x onerror=alert(1)>' }];
  const { html, text } = await renderMessage(named({ items }));
  expect(html).not.toContain('<img');
  expect(text).toContain('<img src=x onerror=alert(1)>');
});

// Every message of this shop is about an order, a task or a job of the owner’s, so none has an unsubscribe link. A kind
// that is not (news, offers, “you left something in your cart”) needs one, and the header List-Unsubscribe
// (RFC 8058) in every e-mail adapter: add it with both, then name it here.
it('every kind is about an order or for the owner: a new one needs an unsubscribe link', async () => {
  const aboutAnOrder = [
    'order_unpaid',
    'order_paid',
    'payment_refused',
    'payment_checking',
    'order_completed',
    'order_cancelled',
    'refund_due',
    'refund_recorded',
  ];
  for (const kind of buyerKinds.filter((one) => !aboutAnOrder.includes(one))) {
    const { html, text } = await renderMessage(message({ kind }));
    for (const part of [html, text])
      expect(part, `${kind} needs an unsubscribe link`).toMatch(/unsubscribe/i);
  }
  expect(ownerKinds.every((kind) => kind.startsWith('owner_'))).toBe(true);
});
