import { describe, expect, it } from 'vitest';
import { buyerKinds, type MessageFacts, ownerKinds } from '../contract/messages.ts';
import { refusalAdvice } from '../contract/refusal-advice.ts';
import { maxCarrierLength } from '../contract/shipments.ts';
import type { MessageToRender } from './render-message.ts';
import { renderMessage as render } from './render-message.ts';
import {
  sampleFacts as facts,
  sampleLink as link,
  sampleOrder as order,
  sampleShortLink as shortLink,
} from '../../../tests/message-sample.ts';
import { defaultShopDetails, shownPhone } from '../contract/shop-details.ts';

const shop = defaultShopDetails;
const shopPhone = shownPhone(shop.phones[0] ?? '');
const renderMessage = (message: MessageToRender) => render(message, shop);

/** The dearest order that the bank's form takes. */
const longest = {
  ...facts,
  order: {
    ...order,
    totalAmount: 99_999_999,
    customerName: 'x'.repeat(121),
    payment: { dueAmount: 0, refundedCents: 0, acceptedCents: 9_999_999_950 },
  } as unknown as MessageFacts['order'],
  task: facts.task && { ...facts.task, amountCents: 9_999_999_950 },
  shipment: {
    ...(facts.shipment as NonNullable<MessageFacts['shipment']>),
    carrier: 'C'.repeat(maxCarrierLength),
    waybill: 'W'.repeat(maxCarrierLength),
  },
};

/** Of which a shilling is paid. */
const longestRest = {
  ...longest,
  order: {
    ...longest.order,
    nextStep: 'pay',
    payment: { dueAmount: 99_999_998, refundedCents: 0, acceptedCents: 100 },
  } as unknown as MessageFacts['order'],
};

const credit = { creditedCents: 9_999_999_850, creditNote: 'CN-2026-00001' };
/** On account, and less of it is owed. */
const longestCredit = {
  ...longestRest,
  ...credit,
  order: {
    ...longestRest.order,
    word: 'owed',
    payment: { ...longestRest.order?.payment, owedBy: '2099-11-30' },
  } as unknown as MessageFacts['order'],
};

const paidWith = (cents: number): MessageFacts => ({
  ...facts,
  order: {
    ...order,
    payment: { ...order.payment, acceptedCents: cents },
  } as unknown as MessageFacts['order'],
});

const message = (over: Partial<MessageToRender> = {}): MessageToRender => ({
  kind: 'order_paid',
  channel: 'email',
  language: 'en',
  facts,
  link,
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
    const changed = { ...longestCredit, creditedCents: null, creditNote: null };
    for (const facts of [longest, longestRest, { ...longest, ...credit }, longestCredit, changed]) {
      const { text } = await renderMessage(
        message({ kind, channel: 'sms', language, facts, link: shortLink }),
      );
      expect(text).toMatch(/^[\n !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z]+$/);
      expect(text.endsWith(` ${shortLink}`)).toBe(true);
      // What the provider adds to a first text must fit into 160 too.
      expect(text.length).toBeLessThanOrEqual(130);
      // A buyer reads all of it.
      if (!kind.startsWith('owner')) expect(text).not.toContain('...');
    }
  });
});

it('an SMS with too long a link leaves out whole words, never a part of a number', async () => {
  const textWith = async (length: number) =>
    (
      await renderMessage(
        message({
          kind: 'order_unpaid',
          channel: 'sms',
          facts: longest,
          link: `https://${'x'.repeat(length)}`,
        }),
      )
    ).text;
  const whole = (await textWith(10)).split(' ').slice(0, -1).join(' ');
  expect(whole).toContain('#IC-1A2B3C4D (KES 99,999,999)');
  for (let length = 60; length <= 130; length += 1) {
    const [words = ''] = (await textWith(length)).split(/\.{3} https:/);
    if (words.includes(' https:')) continue;
    expect(`${whole} `.startsWith(words === '' ? '' : `${words} `)).toBe(true);
    expect(words).not.toMatch(/KES$|\($/);
  }
});

it.each(['en', 'sw'] as const)(
  'the mail that confirms an address in %s names it, and no order',
  async (language) => {
    const link = 'https://shop.example/confirm-email#token=c.k';
    const { html, text } = await renderMessage(
      message({ kind: 'confirm_email', language, link, facts: { ...facts, order: null } }),
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

it('the receipt of a deposit promises the invoice once all is paid, which is not there yet', async () => {
  const payment = { ...order?.payment, laterCents: 70_000 };
  const { text } = await renderMessage(named({ word: 'to_order', payment }));
  expect(text).toContain('It is not a tax invoice. That follows once all of it is paid.');
  expect(text).not.toContain('The invoice is a PDF');
});

it.each([
  ['en', 'We get ABEM Terrameter LS 2 for you from the maker, expected 12 Jan 2027 to 26 Jan 2027.'],
  [
    'sw',
    'Tunakuletea ABEM Terrameter LS 2 kutoka kwa mtengenezaji, na inatarajiwa 12 Jan 2027 hadi 26 Jan 2027.',
  ],
] as const)('the receipt of a deposit says in %s when the goods are expected', async (language, sentence) => {
  const days = { awaited: 1, expectedFrom: '2027-01-12', expectedTo: '2027-01-26' };
  const items = order?.items.map((item) => ({ ...item, ...days }));
  const payment = { ...order?.payment, laterCents: 70_000 };
  const { text } = await renderMessage({ ...named({ word: 'to_order', payment, items }), language });
  expect(text).toContain(sentence);
});

it.each([
  ['en', 'Delivery: KES 1,500-3,000, paid apart: we confirm it before the goods leave.'],
  ['sw', 'Usafirishaji: KES 1,500-3,000, unalipwa kando: tutathibitisha kabla bidhaa hazijatumwa.'],
] as const)(
  'goods that have come say in %s what delivery costs, where it is paid apart',
  async (language, apart) => {
    const delivery = { ...order.delivery, low: 1500, high: 3000, freeBecause: null };
    const said = async (over: object) => {
      const mail = {
        ...named({ delivery: { ...delivery, ...over } }),
        kind: 'goods_arrived',
        language,
      } as const;
      return (await renderMessage(mail)).text.replaceAll('\u00a0', ' ');
    };
    expect(await said({})).toContain(apart);
    for (const over of [{ price: 2500 }, { freeBecause: 'every ABEM Terrameter' }])
      expect(await said(over)).not.toMatch(/paid apart|kando/);
  },
);

it('a mail that an order is cancelled, by its buyer or by staff, does not ask whether that was a mistake', async () => {
  const { text } = await renderMessage({ ...named({ status: 'cancelled' }), kind: 'order_cancelled' });
  expect(text).toContain(`Questions: ${shopPhone}.`);
  expect(text).not.toMatch(/mistake|again/);
});

it.each([
  ['en', ['Received: KES 4,450', 'Still to be paid: KES 240,000', 'Not sent yet: KES 244,450']],
  ['sw', ['Imepokelewa: KES 4,450', 'Bado kulipwa: KES 240,000', 'Bado kutumwa: KES 244,450']],
] as const)('the sums of an order that is partly sent on account add up in %s', async (language, lines) => {
  const payment = {
    ...order.payment,
    acceptedCents: 445_000,
    recordedCents: 445_000,
    dueAmount: 240_000,
    unsentCents: 24_445_000,
  };
  const said = named({ nextStep: 'pay', status: 'pending', word: 'owed', totalAmount: 488_900, payment });
  const { html, text } = await renderMessage({
    ...said,
    facts: { ...said.facts, came: 445_000 },
    kind: 'order_unpaid',
    language,
  });
  expect(text).toContain(lines.join('\n'));
  expect(html).toContain('KES 244,450');
});

it('the owner reads of a paid deposit what is to be ordered from the maker', async () => {
  const items = order?.items.map((item) => ({ ...item, awaited: item.quantity }));
  const { facts: toOrder } = named({ word: 'to_order', items });
  const { text } = await renderMessage(message({ kind: 'owner_order_paid', facts: toOrder }));
  expect(text).toContain('To be ordered from the maker: ');
  expect((await renderMessage(message({ kind: 'owner_order_paid' }))).text).not.toContain('from the maker');
});

it('the receipt says that it is no tax invoice, and its lines add up', async () => {
  const { subject, html, text } = await renderMessage(message());
  expect(subject).toBe('Payment approved for order #IC-1A2B3C4D');
  for (const part of [html, text]) {
    expect(part).toContain('ABEM Terrameter LS 2');
    expect(part).toContain('KES 1,850,000');
    expect(part).toContain('It is not a tax invoice.');
  }
});

it.each([
  [
    'en',
    'paid on 22 Nov 2026 and goes to: Milimani, Kisumu.',
    'Warranty: ABEM Terrameter LS 2 (LS 2 64), 2 years.',
  ],
  [
    'sw',
    'tarehe 22 Nov 2026, na inaenda: Milimani, Kisumu.',
    'Dhamana: ABEM Terrameter LS 2 (LS 2 64), miaka 2.',
  ],
] as const)(
  'the receipt in %s has the day, the address and the warranty',
  async (language, day, warranty) => {
    const { text } = await renderMessage(message({ language }));
    expect(text).toContain(day);
    expect(text).toContain(warranty);
    const without = {
      ...facts,
      receipt: {
        paidOn: '2026-11-22',
        sharedCents: null,
        goods: [{ name: 'Auger', model: null, warrantyYears: null }],
      },
    };
    expect((await renderMessage(message({ language, facts: without }))).text).not.toMatch(/Warranty|Dhamana/);
    const delivery = {
      ...facts.order!.delivery,
      zone: 'collected' as const,
      promise: 'Collected at the shop',
      by: null,
      price: 0,
    };
    const fetched = {
      ...facts,
      order: { ...facts.order!, delivery, customerAddress: 'Collected at the shop' },
    };
    const said = (await renderMessage(message({ language, facts: fetched }))).text;
    expect(said).toMatch(/You collect it at our shop\.|Unaichukua dukani kwetu\./);
    expect(said).not.toMatch(/goes to|inaenda/);
  },
);

it('the receipt names the sum that was received, which need not be the total', async () => {
  for (const kind of ['order_paid', 'owner_order_paid'] as const) {
    const { subject, html, text } = await renderMessage({
      ...message({ facts: paidWith(184_999_950) }),
      kind,
    });
    for (const part of [html, text]) expect(part).toContain('KES 1,849,999.50');
    expect(text).toContain('Total: KES 1,850,000\nApproved: KES 1,849,999.50');
    if (kind === 'owner_order_paid') expect(subject).toContain('KES 1,849,999.50');
  }
});

it('the receipt of a rest names that sum, and what is paid with it', async () => {
  const payment = { ...order.payment, method: 'card', lastCents: 44_800_000, acceptedCents: 64_000_000 };
  const { text } = await renderMessage(named({ payment }));
  expect(text).toContain('the bank has approved KES 448,000 for your order #IC-1A2B3C4D.');
  expect(text).toContain('With it KES 640,000 is paid.');
});

it.each(['en', 'sw'] as const)('a certificate in %s is no money that was received', async (language) => {
  const payment = {
    ...order.payment,
    ...({ method: 'withheld_vat', lastCents: 760_345 } as const),
    acceptedCents: 184_239_655,
    withheldCents: 760_345,
  };
  const of = { ...named({ status: 'completed', word: 'completed', payment }), language };
  const { subject, text } = await renderMessage(of);
  expect(subject).toMatch(/^(Certificate received for order|Cheti cha oda)/);
  expect(text).toMatch(/(certificate for|kodi iliyozuiliwa ya) KES 7,603\.45/);
  expect(text).not.toMatch(/received KES 7,603|With it|Pamoja nayo/);
  // Not the certificate was paid.
  expect(text).toMatch(/The order was paid on|Oda imelipwa tarehe/);
});

it.each([
  ['en', 'We pack it within 24 hours.', 'We pack it once the bank has transferred the money to us'],
  ['sw', 'Tunaifunga ndani ya saa 24.', 'Tunaifunga benki ikishatutumia pesa'],
] as const)(
  'the receipt in %s promises no hour for an order that waits for its settlement',
  async (language, soon, later) => {
    const delivery = { ...order.delivery, after: 'bank' as const };
    expect((await renderMessage(message({ language }))).text).toContain(soon);
    const { text } = await renderMessage({ ...named({ delivery }), language });
    expect(text).toContain(later);
    expect(text).not.toContain(soon);
  },
);

it.each(['en', 'sw'] as const)(
  'a message in %s about an order of which all has left promises nothing, and lists what was withheld',
  async (language) => {
    const payment = { ...order.payment, acceptedCents: 184_239_655, withheldCents: 760_345 };
    for (const kind of ['order_paid', 'order_changed'] as const) {
      const gone = { ...named({ status: 'completed', word: 'completed', payment }), kind, language };
      const { text } = await renderMessage(gone);
      expect(text).not.toMatch(/We pack|Delivery:|goes to|Tunaifunga|Usafirishaji:|inaenda/);
      expect(text).toMatch(/(Withheld as tax|Kodi iliyozuiliwa): KES 7,603.45/);
      expect((await renderMessage({ ...gone, channel: 'sms' })).text).not.toMatch(/, by|hadi/);
    }
    const sent = { status: 'sent', isWork: false, lines: [] };
    const rest = await renderMessage({ ...named({ shipments: [sent] }), language });
    expect(rest.text).toMatch(/We pack the rest within|Tunafunga zilizobaki ndani/);
  },
);

it.each([
  ['en', 'Our work follows: we call you to agree on the day.', /We pack|Delivery:|goes to|The rest/],
  ['sw', 'Kazi yetu itafuata: tutakupigia simu tukubaliane siku.', /Tunaf|Usafirishaji:|inaenda|itafuata/],
] as const)(
  'once all goods have left, messages in %s say that our work follows',
  async (language, work, not) => {
    const [item] = order.items;
    const items = [
      { ...item, id: 'i1', quantity: 1, isService: false, notSent: 0 },
      { ...item, id: 'i2', quantity: 1, isService: true, notSent: 0 },
    ];
    const left = { status: 'sent', isWork: false, lines: [{ itemId: 'i1', quantity: 1 }] };
    const of = named({ items, shipments: [left] });
    for (const kind of ['order_paid', 'shipment_sent', 'shipment_delivered'] as const) {
      const { text } = await renderMessage({ ...of, kind, language });
      expect(text).toContain(work);
      // Its own line among the items names the delivery.
      expect(text.split(work)[0]).not.toMatch(not);
    }
    const sms = await renderMessage({ ...of, channel: 'sms', language });
    expect(sms.text).not.toMatch(/delivery by|itafika/);
    // Both are said while both are to be done, and of the work alone no delivery.
    const packed = named({ items, shipments: [{ ...left, status: 'packed' }] });
    const both = (await renderMessage({ ...packed, language })).text;
    expect(both).toContain(work);
    expect(both).toMatch(/We pack it|Tunaifunga/);
    expect(both).toMatch(/(Delivery|Usafirishaji) (to|hadi) Kisumu/);
    const alone = await renderMessage({ ...named({ items: items.slice(1) }), language });
    expect(alone.text).toContain(work);
    expect(alone.html + alone.text).not.toMatch(/Delivery|Usafirishaji|goes to|inaenda/);
    const done = { ...of, facts: { ...of.facts, shipment: { ...facts.shipment, isWork: true } } };
    const mail = { ...done, kind: 'shipment_delivered', language } as MessageToRender;
    expect((await renderMessage(mail)).text).not.toMatch(/damaged|48/);
  },
);

it.each([
  ['en', 'The rest of your order follows.'],
  ['sw', 'Sehemu iliyobaki ya oda yako itafuata.'],
] as const)('a parcel in %s promises a rest only while goods are left', async (language, rest) => {
  const [item] = order.items;
  const items = ['i1', 'i2'].map((id) => ({ ...item, id, quantity: 1, notSent: 0 }));
  const [first, second] = items.map(({ id }) => ({ status: 'sent', lines: [{ itemId: id, quantity: 1 }] }));
  for (const kind of ['shipment_sent', 'shipment_delivered'] as const) {
    const said = async (over: object) =>
      (await renderMessage({ ...named({ items, ...over }), kind, language })).text;
    expect(await said({ shipments: [first] })).toContain(rest);
    // The mail goes out once the second has left: of an order that is complete, and of one on account.
    for (const status of ['completed', 'pending'])
      expect(await said({ status, shipments: [first, second] })).not.toContain(rest);
  }
});

it.each([
  ['en', 'Your deposit was paid on 22 Nov 2026.', 'Paid KES 192,000, KES 448,000 due later.'],
  ['sw', 'Malipo ya awali yamelipwa tarehe 22 Nov 2026.', 'Imelipwa KES 192,000, bado KES 448,000.'],
] as const)('the receipt of a deposit in %s does not call the order paid', async (language, day, short) => {
  const payment = { ...order.payment, acceptedCents: 19_200_000, laterCents: 44_800_000 };
  const deposit = { ...named({ word: 'to_order', payment }), language };
  expect((await renderMessage(deposit)).text).toContain(day);
  const { text } = await renderMessage({ ...deposit, channel: 'sms', link: shortLink });
  expect(text).toBe(`${short} ${shortLink}`);
  expect(text.length + 2 * '99,.50'.length).toBeLessThanOrEqual(130);
});

it('a mail to the owner about a later payment says what came now', async () => {
  const payment = {
    ...order.payment,
    acceptedCents: 64_000_000,
    lastCents: 44_800_000,
    method: 'mpesa',
  } as const;
  const { subject, text } = await renderMessage({ ...named({ payment }), kind: 'owner_order_paid' });
  expect(subject).toBe('Received: order #IC-1A2B3C4D, KES 448,000, KES 640,000 in all');
  expect(text).toContain('KES 448,000 came now, KES 640,000 in all.');
});

it('the receipt of a part of a payment says so, and one of too much what becomes of the rest', async () => {
  const receipt = { paidOn: '2026-11-22', sharedCents: 50_955_000, goods: [] };
  const paid = named({ payment: { ...order.payment, acceptedCents: 875_000 } });
  const { text } = await renderMessage({ ...paid, facts: { ...paid.facts, receipt } });
  expect(text).toContain('the bank has approved KES 8,750');
  expect(text).toContain('It is a part of KES 509,550 that you paid at once, for other orders too.');
  expect(text).not.toContain('more than the order costs');
  const tooMuch = async (recordedCents: number) => {
    const of = named({ payment: { ...order.payment, acceptedCents: 875_000, recordedCents } });
    return (await renderMessage({ ...of, facts: { ...of.facts, overpaidCents: 875_000 } })).text;
  };
  // What came by card goes back as it came.
  expect(await tooMuch(0)).toContain('KES 8,750 is more than the order costs. We give it back.');
  expect(await tooMuch(875_000)).toContain(
    'We give it back, unless you tell us which other order it is for.',
  );
});

it('an SMS about a later payment has what came, and all that came', async () => {
  const payment = { ...order.payment, acceptedCents: 64_000_000, lastCents: 44_800_000 };
  const { text } = await renderMessage({ ...named({ payment }), channel: 'sms', link: shortLink });
  expect(text).toContain('Paid KES 448,000 (KES 640,000 in all),');
});

it('a mail to the owner about a certificate has its sum and what is owed now', async () => {
  const payment = {
    ...order.payment,
    acceptedCents: 64_000_000,
    lastCents: 760_345,
    method: 'withheld_vat',
  } as const;
  const of = (dueAmount: number) =>
    renderMessage({ ...named({ payment: { ...payment, dueAmount } }), kind: 'owner_order_paid' });
  const { subject, text } = await of(0);
  expect(subject).toBe('Certificate: order #IC-1A2B3C4D, KES 7,603.45');
  expect(text).toContain('A certificate for order #IC-1A2B3C4D has come');
  expect(text).toContain('KES 7,603.45 of it was withheld as tax. Nothing is owed any more.');
  expect((await of(500)).text).toContain('KES 500 is still owed.');
});

it('a mail to the owner about an order on account says by when it is paid', async () => {
  const payment = { ...order.payment, acceptedCents: 0, dueAmount: 1_850_000, termsDays: 30, owedBy: null };
  const company = { name: 'Turkana County', pin: 'P051234567X', purchaseOrder: 'LPO 4471' };
  const { subject, text } = await renderMessage({
    ...named({ status: 'pending', word: 'not_paid', company, payment }),
    kind: 'owner_order_paid',
  });
  expect(subject).toBe('On account: order #IC-1A2B3C4D, KES 1,850,000');
  // Its goods may leave within the minute that the mail waits.
  const sent = await renderMessage({
    ...named({ payment: { ...payment, owedBy: '2026-12-31' } }),
    kind: 'owner_order_paid',
  });
  expect(sent.subject).toBe(subject);
  expect(text).toContain('On account: to be paid within 30 days of sending.');
  expect(text).toContain('Turkana County, LPO 4471');
});

it('a mail to the owner with others has the subject of each', async () => {
  const others: MessageFacts['others'] = [
    { kind: 'owner_task', facts },
    { kind: 'owner_low_stock', facts },
  ];
  const { subject, text } = await renderMessage({
    ...message({ facts: { ...facts, others } }),
    kind: 'owner_order_paid',
  });
  expect(subject).toBe('Approved: order #IC-1A2B3C4D, KES 1,850,000, and 2 more');
  for (const { kind } of others) expect(text).toContain((await renderMessage(message({ kind }))).subject);
});

it('the summary of the day names it as the site does, and has the difference between the bank and the shop', async () => {
  const { subject, text } = await renderMessage(message({ kind: 'owner_daily_summary' }));
  expect(text).toContain('-KES 0.50');
  expect(subject).toMatch(/^22 Nov 2026: /);
  expect(text).toContain('until 18:00 on 22 Nov 2026, in Nairobi');
});

it('an order number, a phone number and a sum are not broken over two lines', async () => {
  const { html } = await renderMessage(message({ kind: 'refund_due' }));
  for (const part of ['#IC-1A2B3C4D', 'KES 1,850,000', shopPhone])
    expect(html).toContain(`<span style="white-space:nowrap">${part}</span>`);
});

it.each([
  ['en', 'our bank sent KES 1,850,000.50 back to you by card for your order #IC-1A2B3C4D'],
  ['sw', 'ilikurudishia KES 1,850,000.50 kwa kadi kwa oda yako #IC-1A2B3C4D'],
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
  ['en', 'mpesa', 'we sent KES 1,850,000.50 back to you by M-Pesa for'],
  ['sw', 'mpesa', 'tulikurudishia KES 1,850,000.50 kwa M-Pesa kwa'],
  ['en', 'cash', 'we sent KES 1,850,000.50 back to you in cash for'],
] as const)('a refund in %s by %s says so, and promises no bank', async (language, method, words) => {
  const refund = facts.refund && { ...facts.refund, method };
  const { text } = await renderMessage(
    message({ kind: 'refund_recorded', language, facts: { ...facts, refund } }),
  );
  expect(text).toContain(words);
  expect(text).not.toMatch(/5-7/);
});

it.each([
  ['en', 'The order is cancelled', 'IC-1A2B3C4D cancelled: '],
  ['sw', 'Oda hii imefutwa', '1A2B3C4D imefutwa, '],
] as const)(
  'a refund of a cancelled order in %s says that it is cancelled',
  async (language, mailed, texted) => {
    const cancelled = { ...longest.order, status: 'cancelled' } as unknown as MessageFacts['order'];
    for (const kind of ['refund_due', 'refund_recorded'] as const) {
      const refund = facts.refund && { ...facts.refund, amountCents: 9_999_999_950 };
      const about = { kind, language, facts: { ...longest, order: cancelled, refund } };
      expect((await renderMessage(message(about))).text).toContain(mailed);
      expect((await renderMessage(message({ kind, language }))).text).not.toContain(mailed);
      const { text } = await renderMessage(message({ ...about, channel: 'sms', link: shortLink }));
      expect(text).toContain(texted);
      expect(text).toContain('KES 99,999,999.50');
      expect(text.length).toBeLessThanOrEqual(130);
      expect(text).not.toContain('...');
    }
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

it.each([
  [
    'en',
    'left our shop on 22 Nov 2026. Carrier: G4S Courier Nairobi, waybill NBO-1234567890.',
    'The rest of your order follows.',
  ],
  [
    'sw',
    'kimeondoka dukani kwetu tarehe 22 Nov 2026. Msafirishaji: G4S Courier Nairobi, namba ya kifurushi NBO-1234567890.',
    'itafuata',
  ],
] as const)('a parcel is named with carrier, waybill and contents in %s', async (language, sent, rest) => {
  const about = (over: object, kind: 'shipment_sent' | 'shipment_delivered' = 'shipment_sent') =>
    renderMessage(
      message({
        kind,
        language,
        facts: { ...facts, shipment: { ...facts.shipment, ...over } as MessageFacts['shipment'] },
      }),
    );
  const { text } = await about({});
  for (const part of [sent, rest, '1 x ABEM Terrameter LS 2 (LS2-0417)']) expect(text).toContain(part);
  expect((await about({ isLast: true })).text).not.toContain(rest);
  expect(text).not.toMatch(/invoice|ankara/i);
  for (const kind of ['shipment_sent', 'shipment_delivered'] as const) {
    const day = { deliveredOn: kind === 'shipment_sent' ? null : '2026-11-23' };
    const { text: invoiced } = await about({ ...day, invoices: 'INV-2026-00001' }, kind);
    expect(invoiced).toMatch(
      /(The invoice|Ankara) \(INV-2026-00001\) (is a PDF on the page|ni PDF kwenye ukurasa)/,
    );
  }
  const tonight = named({ paper: 'invoice_tonight' });
  const { text: later } = await renderMessage({ ...tonight, kind: 'shipment_sent', language });
  expect(later).toMatch(/Its invoice is made tonight|Ankara yake itatengenezwa usiku huu/);
  // A carrier without a number, and the counter.
  expect((await about({ waybill: null })).text).not.toMatch(/waybill|namba ya kifurushi/i);
  const collected = { carrier: null, waybill: null, sentOn: null, deliveredOn: '2026-11-23' };
  expect((await about(collected, 'shipment_delivered')).text).toContain('23 Nov 2026');
  await expect(about(collected)).rejects.toThrow('lacks a value');
});

it.each([
  ['NBO-1', true, '#IC-1A2B3C4D sent, G4S NBO-1.'],
  ['NBO-1', false, 'Part of 1A2B3C4D sent, G4S NBO-1.'],
  [null, true, '#IC-1A2B3C4D sent, G4S.'],
  ['1234567890123456789012345678', false, 'Part of 1A2B3C4D sent, 1234567890123456789012345678.'],
])('an SMS about a parcel has the waybill %s whole, the last one: %s', async (waybill, isLast, words) => {
  const shipment = { ...facts.shipment, carrier: 'G4S', waybill, isLast } as MessageFacts['shipment'];
  const about = message({
    kind: 'shipment_sent',
    channel: 'sms',
    link: shortLink,
    facts: { ...facts, shipment },
  });
  expect((await renderMessage(about)).text).toBe(`${words} ${shortLink}`);
});

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
  const late = named({ payment: { ...order.payment, heldUntil: null } });
  expect((await renderMessage({ ...late, kind: 'order_unpaid' })).text).toContain('not reserved');
});

it('the link of an order says what is to be paid, and of any other order nothing about money', async () => {
  const payment = { ...order.payment, dueAmount: 800 };
  for (const [nextStep, says] of [
    ['pay', /We keep the items for you until 22 Nov 2026, 12:30\.\s+You can pay KES 800 /],
    ['wait', /^(?!.*\b(pay|KES))/s],
    ['none', /^(?!.*\b(pay|KES))/s],
  ] as const) {
    const { text } = await renderMessage({ ...named({ nextStep, payment }), kind: 'order_link' });
    expect(text.split(shopPhone)[0]).toMatch(says);
  }
});

it.each([
  ['en', /earlier links .* no longer work/i],
  ['sw', /viungo vya awali .* havifanyi kazi tena/i],
] as const)(
  'a mail with the link of an order in %s speaks of earlier ones once it was renewed',
  async (language, says) => {
    for (const isLinkRenewed of [false, true]) {
      const { facts } = named({});
      const { text } = await renderMessage({
        ...named({}),
        facts: { ...facts, isLinkRenewed },
        kind: 'order_link',
        language,
      });
      expect(says.test(text)).toBe(isLinkRenewed);
    }
  },
);

it.each(['en', 'sw'] as const)(
  'the mail about a refusal in %s gives the reason of the order’s page, and says until when the items are kept',
  async (language) => {
    for (const code of ['3', '4', '5', '7', '8', '14', '16', '99', null]) {
      const refused = named({ payment: { ...order.payment, refusal: { code, description: 'Denied' } } });
      const { text } = await renderMessage({ ...refused, kind: 'payment_refused', language });
      expect(text).toContain(refusalAdvice(code, language));
      expect(text).toContain('22 Nov 2026, 12:30');
    }
    expect(refusalAdvice('4', language)).not.toBe(refusalAdvice('14', language));
  },
);

describe.each(['en', 'sw'] as const)('money that staff recorded, in %s', (language) => {
  const gross = order.payment.acceptedCents;
  const recorded = (
    recordedCents: number,
    over: Partial<MessageFacts> = {},
    cents: number = gross,
  ): Partial<MessageToRender> => ({
    language,
    facts: {
      ...facts,
      order: {
        ...order,
        payment: { ...order.payment, method: 'mpesa', recordedCents, acceptedCents: cents },
      } as unknown as MessageFacts['order'],
      ...over,
    },
  });
  const ofTheBank = /the bank|our bank|your card|approved|benki|kadi|idhinish/i;

  it.each(['order_paid', 'refund_due', 'refund_recorded', 'owner_order_paid'] as const)(
    '%s calls it received, and it goes back the way it came',
    async (kind) => {
      const task = facts.task && { ...facts.task, method: 'mpesa' as const };
      const refund = facts.refund && { ...facts.refund, method: 'mpesa' as const };
      const { subject, text } = await renderMessage(message({ kind, ...recorded(gross, { task, refund }) }));
      expect([subject, text].join(' ')).not.toMatch(ofTheBank);
    },
  );

  it('of a part of the price, the sums under the order say received too', async () => {
    const { text } = await renderMessage(
      message({ kind: 'order_unpaid', ...recorded(8_000_000, {}, 8_000_000) }),
    );
    expect(text).toContain(`${language === 'sw' ? 'Imepokelewa' : 'Received'}: KES 80,000`);
    expect(text).not.toMatch(/approved|imeidhinishwa/i);
  });

  it('beside money of the bank, each says how it came, and the payment is called approved', async () => {
    const kind = 'order_paid';
    const mixed = recorded(8_000_000, {}, 8_500_000);
    const { subject, text } = await renderMessage(message({ kind, ...mixed }));
    expect(subject).toMatch(/approved|yameidhinishwa/);
    expect(text).toContain(
      language === 'sw'
        ? 'benki imeidhinisha KES 5,000, nasi tumepokea KES 80,000'
        : 'the bank has approved KES 5,000, and we have received KES 80,000',
    );
    const sms = await renderMessage(message({ kind, channel: 'sms', link: shortLink, ...mixed }));
    expect(sms.text).toMatch(/^(Paid|Imelipwa) KES 85,000/);
  });
});

it.each(['en', 'sw'] as const)(
  'a changed order says in %s what is still to be paid, or given back',
  async (language) => {
    const about = async (over: Partial<MessageFacts>, dueAmount: number) => {
      const order = {
        ...facts.order,
        payment: { ...facts.order?.payment, dueAmount, acceptedCents: 100_000_00 },
      } as MessageFacts['order'];
      return renderMessage(message({ kind: 'order_changed', language, facts: { ...facts, ...over, order } }));
    };
    const due = await about({}, 25_000);
    expect(due.text).toMatch(/KES\s25,000 (is still to be paid|bado haijalipwa)/);
    const back = await about({ overpaidCents: 50_000_00 }, 0);
    expect(back.text).toMatch(/KES\s50,000 (was paid too much|zimelipwa zaidi)/);
    expect(back.text).not.toMatch(/still to be paid|bado haijalipwa/);
    expect(due.text).toMatch(/The total is KES\s1,850,000 now|Jumla sasa ni/);
    const terms = await about({ isSameTotal: true }, 0);
    expect(terms.text).toMatch(/The total stays KES\s1,850,000\.|Jumla bado ni/);
  },
);

it.each([
  [
    'en',
    116_000,
    'KES 40,000 is credited (credit note CN-2026-00001), so that less is owed of your order #IC-1A2B3C4D.',
    'KES 116,000 is still to be paid, by 31 Dec 2099.',
    'Pay KES 116,000 by 31 Dec, credit CN-2026-00001.',
  ],
  [
    'en',
    0,
    'KES 40,000 is credited (credit note CN-2026-00001)',
    'If something is not as agreed',
    'KES 40,000 credited: CN-2026-00001.',
  ],
  [
    'sw',
    116_000,
    'tumepunguza deni la oda yako #IC-1A2B3C4D kwa KES 40,000 (hati ya punguzo CN-2026-00001).',
    'KES 116,000 bado haijalipwa: ilipwe kufikia tarehe 31 Dec 2099.',
    'Lipa KES 116,000 hadi 31 Dec: CN-2026-00001.',
  ],
  [
    'sw',
    0,
    'kwa KES 40,000 (hati ya punguzo CN-2026-00001).',
    'Kama kuna jambo tofauti',
    'Deni limepungua KES 40,000: CN-2026-00001.',
  ],
] as const)(
  'a credit says in %s what is owed then, and by when: KES %i',
  async (language, dueAmount, ...parts) => {
    const owedBy = dueAmount > 0 ? '2099-12-31' : null;
    const payment = { ...facts.order?.payment, dueAmount, unsentCents: 0, owedBy };
    const order = { ...facts.order, word: dueAmount > 0 ? 'owed' : 'completed', payment };
    const credit = { creditedCents: 4_000_000, creditNote: 'CN-2026-00001' };
    const about = { ...facts, ...credit, order: order as MessageFacts['order'] };
    const { text } = await renderMessage(message({ kind: 'order_changed', language, facts: about }));
    for (const part of parts.slice(0, 2)) expect(text.replaceAll('\u00a0', ' ')).toContain(part);
    expect(text).not.toMatch(/The total|Jumla (bado|sasa)/);
    const sms = await renderMessage(
      message({ kind: 'order_changed', channel: 'sms', link: shortLink, language, facts: about }),
    );
    expect(sms.text).toContain(parts[2]);
  },
);

it.each([
  ['en', 'cheque', false, 'since it did not come or was not for this order: KES 2,000.50, Cheque 000123.'],
  ['en', 'cheque', true, 'Your cheque bounced, so it does not count: KES 2,000.50, Cheque 000123.'],
  ['en', 'card', true, 'Your bank took the payment back, so it does not count: KES 2,000.50, Card 000123.'],
  [
    'sw',
    'cheque',
    true,
    'Hundi yako ilikataliwa na benki, kwa hivyo haihesabiwi: KES 2,000.50, Cheque 000123.',
  ],
  [
    'sw',
    'card',
    true,
    'Benki yako ilirudisha malipo kwako, kwa hivyo hayahesabiwi: KES 2,000.50, Card 000123.',
  ],
] as const)('in %s a reversed payment by %s (taken back: %s) is named, with why', async (...of) => {
  const [language, method, isTakenBack, sentence] = of;
  const reversed = { method, reference: '000123', cents: 200_050, isTakenBack };
  const { text } = await renderMessage(
    message({ kind: 'order_unpaid', language, facts: { ...facts, reversed } }),
  );
  expect(text).toContain(sentence);
});

it('what bounced was neither received nor refunded', async () => {
  const about = async (kind: 'order_unpaid' | 'order_paid', cents: number, dueAmount: number) => {
    const came = { acceptedCents: cents, refundedCents: 0, recordedCents: 0 };
    const payment = { ...facts.order?.payment, ...came, dueAmount };
    const order = { ...facts.order, payment } as MessageFacts['order'];
    const { subject, text } = await renderMessage(message({ kind, facts: { ...facts, order } }));
    return `${subject} ${text}`;
  };
  const unpaid = await about('order_unpaid', 0, 2000);
  expect(unpaid).toContain('We have no payment for it yet.');
  expect(unpaid).not.toMatch(/rest|refunded/i);
  const paidAgain = await about('order_paid', 200_000, 0);
  expect(paidAgain).toContain('KES 2,000');
  expect(paidAgain).not.toMatch(/KES 4,000|refunded/);
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
    'order_changed',
    'order_completed',
    'shipment_sent',
    'shipment_delivered',
    'order_cancelled',
    'order_link',
    'goods_arrived',
    'delivery_later',
    'debt_reminder',
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

describe.each(['order_unpaid', 'payment_refused', 'order_changed', 'order_link'] as const)('%s', (kind) => {
  const payment = { ...order.payment, dueAmount: 152_000, isInQuestion: false };
  const about = (over: object, language: 'en' | 'sw') =>
    render(
      {
        ...named({ status: 'pending', nextStep: 'pay', paper: 'proforma', payment, ...over }),
        kind,
        language,
      },
      { ...shop, bank: 'Bank of Kisumu\nAccount 0123', paybill: '522533' },
    );

  it.each([
    ['en', 'reference', 'account', 'The proforma invoice is on the page of the order.'],
    ['sw', 'rejea', 'akaunti', 'Ankara ya awali (proforma) iko kwenye ukurasa wa oda.'],
  ] as const)(
    'asks for the sum in %s with every way to pay, and for nothing that is not due',
    async (language, reference, account, proforma) => {
      const { text } = await about({}, language);
      const ways = [
        `Paybill 522533, ${account} IC1A2B3C4D`,
        `Bank of Kisumu; Account 0123; ${reference} IC-1A2B3C4D`,
        'KES 152,000',
        proforma,
      ];
      for (const way of ways) expect(text.toLowerCase()).toContain(way.toLowerCase());
      const paid = { status: 'paid', nextStep: 'none', payment: { ...payment, dueAmount: 0 } };
      expect((await about(paid, language)).text).not.toMatch(/paybill|proforma/i);
    },
  );
});

it.each([
  ['en', 'told of KES 152,000 by M-Pesa', /no payment|one of these ways|Paybill|keep the items/, 'checking'],
  ['sw', 'kuhusu KES 152,000 kwa M-Pesa', /hatujapokea|njia hizi|Paybill|Tunakuwekea/, 'tunathibitisha'],
] as const)(
  'in %s M-Pesa that is announced for all that is due is being checked, and nothing is asked for',
  async (language, said, not, short) => {
    const payment = { ...order.payment, dueAmount: 152_000, announcedCents: 15_200_000 };
    const about = { ...named({ status: 'pending', nextStep: 'pay', payment }), language };
    const payable = { ...shop, paybill: '522533' };
    const asks =
      /still to be paid|haijalipwa|to be paid now|inalipwa sasa|Nothing is to be paid|Hakuna cha kulipa/;
    for (const kind of ['order_unpaid', 'order_link', 'order_changed', 'goods_arrived'] as const) {
      const { text } = await render({ ...about, kind }, payable);
      expect(text).toContain(said);
      expect(text).not.toMatch(not);
      expect(text).not.toMatch(asks);
    }
    const sms = { kind: 'order_changed', channel: 'sms', link: shortLink } as const;
    expect((await render({ ...about, ...sms }, payable)).text).not.toMatch(/[Pp]ay|[Ll]ipa|Kulipa/);
    const unpaid = await render({ ...about, ...sms, kind: 'order_unpaid' }, payable);
    expect(unpaid.text).toContain(short);
    // So is what is announced for all but what is withheld.
    const less = { ...payment, announcedCents: 15_000_000, expectedCents: 200_000 };
    const certified = { ...about, ...named({ status: 'pending', nextStep: 'pay', payment: less }) };
    const { text } = await render({ ...certified, kind: 'order_unpaid', language }, payable);
    expect(text).not.toMatch(not);
    expect(text).not.toMatch(asks);
    expect(text).toMatch(/(Certificate awaited|Cheti kinasubiriwa): KES 2,000$/m);
    // A part of it leaves the rest to pay.
    const part = named({ nextStep: 'pay', payment: { ...payment, announcedCents: 10_000_000 } });
    for (const kind of ['order_unpaid', 'order_changed', 'order_link', 'goods_arrived'] as const) {
      const { text } = await render({ ...about, ...part, kind, language }, payable);
      expect(text).toContain('522533');
      expect(text).toMatch(/(told of|kuhusu) KES 100,000 (by|kwa) M-Pesa/);
      expect(text).toContain('KES 52,000');
      expect(text).not.toContain('KES 152,000');
    }
    const rest = await render({ ...about, ...part, ...sms, language }, payable);
    expect(rest.text).toContain('KES 52,000');
  },
);

it.each([
  ['en', /We send it to you next\./, /to be paid|Pay/],
  ['sw', /Tunakutumia hivi karibuni\./, /inalipwa|Kulipa|Lipa/],
] as const)(
  'in %s goods that have come for an order on account are sent, and nothing is asked for',
  async (language, said, not) => {
    const payment = { ...order.payment, dueAmount: 814_000, termsDays: 60, owedBy: '2127-01-30' };
    const about = { ...named({ nextStep: 'pay', payment }), kind: 'goods_arrived', language } as const;
    const { subject, text } = await render(about, { ...shop, paybill: '522533' });
    expect(text).toMatch(said);
    const sms = await render({ ...about, channel: 'sms', link: shortLink }, { ...shop, paybill: '522533' });
    expect(`${subject} ${text.split('\n\nKES')[0]} ${sms.text}`).not.toMatch(not);
  },
);

it.each([
  ['en', 'You can collect it at our shop.', 'then you can collect it.'],
  ['sw', 'Unaweza kuichukua dukani kwetu.', 'kisha unaweza kuichukua.'],
] as const)(
  'in %s goods that have come for an order that is fetched are not sent',
  async (language, said, then) => {
    const delivery = { ...order.delivery, zone: 'collected' as const };
    const about = async (dueAmount: number) => {
      const payment = { ...order.payment, dueAmount };
      return (await renderMessage({ ...named({ payment, delivery }), kind: 'goods_arrived', language })).text;
    };
    expect(await about(0)).toContain(said);
    expect(await about(5000)).toContain(then);
    const owner = await renderMessage({ ...named({ delivery }), kind: 'owner_order_paid' });
    expect(owner.text).toContain('Collected at the shop.');
    expect(owner.text).not.toContain('Deliver to');
  },
);

describe('what is owed', () => {
  const about = async (kind: MessageToRender['kind'], over: object, language: 'en' | 'sw' = 'en') => {
    const payment = { ...order.payment, dueAmount: 2200, acceptedCents: 0, refundedCents: 0, ...over };
    const { word = 'owed', ...state } = over as { word?: string };
    const said = named({ nextStep: 'pay', status: 'completed', word, payment, ...state });
    const { subject, text } = await renderMessage({ ...said, kind, language });
    return `${subject} ${text}`;
  };

  it.each([
    ['en', '2126-12-28', 'KES 2,200 is owed for your order #IC-1A2B3C4D, by 28 Dec 2126.'],
    ['en', '2026-10-28', 'KES 2,200 is owed for your order #IC-1A2B3C4D, since 28 Oct 2026.'],
    ['sw', '2126-12-28', 'Unadaiwa KES 2,200 kwa oda yako #IC-1A2B3C4D, kufikia tarehe 28 Dec 2126.'],
    ['sw', '2026-10-28', 'Unadaiwa KES 2,200 kwa oda yako #IC-1A2B3C4D, tangu tarehe 28 Oct 2026.'],
  ] as const)('in %s by %s, never that goods are kept that were sent', async (language, owedBy, sentence) => {
    const said = await about('order_unpaid', { owedBy, termsDays: 30 }, language);
    expect(said).toContain(sentence);
    for (const kind of ['shipment_sent', 'shipment_delivered'] as const)
      expect(await about(kind, { owedBy, termsDays: 30 }, language)).toMatch(
        new RegExp(`${sentence.replace(/[.#]/g, '.')}.*(one of these ways|njia hizi)`, 's'),
      );
    for (const kind of ['order_unpaid', 'order_link', 'payment_refused'] as const)
      expect(await about(kind, { owedBy }, language)).not.toMatch(
        /waiting for payment|inasubiri|keep the items|Tunakuwekea|not reserved|hazijahifadhiwa|no payment/,
      );
  });

  it.each([
    ['en', 'KES 2,200 is expected to be withheld as tax: please send us the certificate.'],
    ['sw', 'KES 2,200 inatarajiwa kukatwa kama kodi: tafadhali tutumie cheti.'],
  ] as const)('in %s but is expected to be withheld is not asked for', async (language, sentence) => {
    const payment = { ...order.payment, dueAmount: 2200, expectedCents: 220_000, owedBy: '2126-12-28' };
    const said = named({ nextStep: 'pay', status: 'completed', word: 'owed', payment });
    const came = { ...said.facts, came: 5_000_000 };
    const { text } = await renderMessage({ ...said, facts: came, kind: 'order_unpaid', language });
    expect(text).toContain(sentence);
    const asks =
      /one of these ways|njia hizi|is owed|Unadaiwa|and pay|na ulipe|[Ss]till to be paid|haijalipwa|Bado kulipwa/;
    expect(text).not.toMatch(asks);
    expect(text).toMatch(/(Certificate awaited|Cheti kinasubiriwa): KES 2,200$/m);
    // Before it is sent nobody is told either that others may buy it first.
    const unsent = named({ nextStep: 'pay', status: 'pending', word: 'part_paid', payment });
    const thanks = { ...unsent, facts: { ...unsent.facts, came: 5_000_000 }, language } as const;
    expect((await renderMessage({ ...thanks, kind: 'order_unpaid' })).text).not.toMatch(
      /keep the items|Tunakuwekea|not reserved|hazijahifadhiwa/,
    );
    // Nothing has just come: a payment by mistake does not count any more.
    const reversed = {
      cents: 500_000,
      method: 'mpesa',
      reference: 'SGR7XK2P1Q',
      isTakenBack: false,
    } as const;
    const unpaid = { ...said, facts: { ...said.facts, reversed }, kind: 'order_unpaid', language } as const;
    const asked = await renderMessage(unpaid);
    expect(asked.text).toContain(sentence);
    expect(`${asked.subject} ${asked.text}`).not.toMatch(asks);
    expect((await renderMessage({ ...unpaid, channel: 'sms' })).text).not.toMatch(/owed|[Pp]ay:|Lipa/);
  });

  it.each([
    ['en', 'KES 2,200 is still to be paid for your order #IC-1A2B3C4D.'],
    ['sw', 'KES 2,200 bado haijalipwa kwa oda yako #IC-1A2B3C4D.'],
  ] as const)('in %s for what was added to a paid order', async (language, sentence) => {
    const said = await about('order_unpaid', { word: 'added', termsDays: 30 }, language);
    expect(said).toContain(sentence);
    expect(said).not.toMatch(/keep the items|Tunakuwekea|On account|Kwa mkopo/);
  });

  it.each([
    ['en', 'On account: to be paid within 30 days of sending.'],
    ['sw', 'Kwa mkopo: ilipwe ndani ya siku 30 baada ya bidhaa kutumwa.'],
  ] as const)('in %s on account, before it is sent, is not asked for', async (language, sentence) => {
    for (const kind of ['order_link', 'order_changed', 'payment_refused'] as const) {
      const said = await about(kind, { word: 'not_paid', termsDays: 30 }, language);
      expect(said).toContain(sentence);
      expect(said).not.toMatch(/still to be paid|haijalipwa|one of these ways|njia hizi|not reserved/);
    }
    const part = await about(
      'order_unpaid',
      { word: 'part_paid', termsDays: 30, acceptedCents: 50_000 },
      language,
    );
    expect(part).toContain(sentence);
    expect(part).not.toMatch(/one of these ways|njia hizi/);
  });

  it.each([
    ['en', 'by 30 Dec 2126', 'we have received KES 50,000 for', 'This is your payment receipt.'],
    ['sw', 'kufikia tarehe 30 Dec 2126', 'tumepokea KES 50,000 kwa', 'Hii ni risiti ya malipo yako.'],
  ] as const)(
    'in %s a part that came has its receipt, then what is owed, and the short text of the order says by when',
    async (language, when, ...parts) => {
      const payment = {
        ...order.payment,
        dueAmount: 99_380,
        roundedCents: 69,
        owedBy: '2126-12-30',
        acceptedCents: 5_000_000,
        refundedCents: 0,
      };
      const said = named({ nextStep: 'pay', status: 'pending', word: 'owed', payment });
      const came = {
        ...said,
        facts: { ...said.facts, came: 5_000_000 },
        kind: 'order_unpaid',
        language,
      } as const;
      const { subject, text } = await renderMessage(came);
      for (const part of [...parts, 'KES 99,379.31', when]) expect(text).toContain(part);
      expect(`${subject} ${text}`).not.toMatch(/99,380|waiting for payment|inasubiri/);
      const sms = { ...came, channel: 'sms', link: shortLink } as const;
      expect((await renderMessage(sms)).text).toMatch(/KES 50,000\. .*KES 99,379\.31.*: https/);
      const linked = await renderMessage({ ...sms, kind: 'order_link' });
      expect(linked.text).toContain(
        `#IC-1A2B3C4D: KES 99,379.31, ${when.replace('kufikia tarehe', 'hadi')}: https`,
      );
    },
  );
});

it.each([
  ['en', 60, 'Your reference: TND/04/2026.', 'Payment: Within 60 days of sending.'],
  ['en', null, 'Your reference: TND/04/2026.', 'Payment: In full, before the goods leave.'],
  ['sw', 60, 'Rejea yako: TND/04/2026.', 'Malipo: Kwa mkopo: ilipwe ndani ya siku 60'],
  ['sw', null, 'Rejea yako: TND/04/2026.', 'Malipo: Yote, kabla bidhaa hazijatumwa.'],
] as const)(
  'a quotation in %s within %s days says whose it is and how it is paid',
  async (language, termsDays, ...said) => {
    const quotation = { ...(facts.quotation as NonNullable<MessageFacts['quotation']>), termsDays };
    const { text } = await renderMessage(
      message({ kind: 'quotation', language, facts: { ...facts, quotation } }),
    );
    for (const sentence of said) expect(text).toContain(sentence);
    expect(text).not.toMatch(/and pay|na kulipa/);
  },
);
