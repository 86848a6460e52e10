import type { StaffQuotation } from '@contract/quotations.ts';
import { cleanup, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { findToast, renderInShop } from '#testing/render-in-shop.tsx';
import { EditQuotation } from './edit-quotation.tsx';

const quotation: StaffQuotation = {
  id: '3f2a9c1e-0000-4000-8000-000000000454',
  isForSeveralSites: false,
  number: 'Q-2026-0007',
  version: 2,
  state: 'open',
  createdAt: '2026-11-20T09:00:00.000Z',
  validUntil: '2026-12-04T21:00:00.000Z',
  note: 'As agreed',
  paymentTerms: 'By LPO',
  termsDays: 30,
  accountId: null,
  deliveryTime: '',
  language: 'sw',
  whatsAppConsent: true,
  customerName: 'Ada Lovelace',
  customerEmail: null,
  customerAddress: null,
  customerPhone: '+254712345678',
  company: { name: 'Kisumu County', pin: null, purchaseOrder: 'RFQ 7' },
  delivery: {
    county: '042',
    countyName: 'Kisumu',
    zone: 'city',
    promise: '2-3 business days',
    by: null,
    after: null,
    isPromised: false,
    low: 1500,
    high: 3000,
    freeBecause: null,
    price: 2500,
  },
  lines: [
    {
      productId: 'p1',
      name: 'Terrameter',
      quantity: 2,
      price: 900,
      missing: 0,
      toOrder: null,
      warrantyYears: null,
      reason: 'Two',
      todaysPrice: 1000,
    },
    {
      productId: 'p2',
      name: 'Auger',
      quantity: 1,
      price: 300,
      missing: 0,
      toOrder: null,
      warrantyYears: 2,
      reason: null,
      todaysPrice: 350,
    },
  ],
  totalAmount: 4600,
  sellerName: 'Owner',
  isPinKnown: true,
  order: null,
  acceptedTermsDays: 30,
  acceptedHoldDays: 30,
};
type Sent = { p_id: string; p_version: number; p_request: Record<string, unknown> };

function open(
  over: Partial<StaffQuotation> = {},
  answer: unknown = { ...quotation, version: 3 },
  may?: 'orders.read'[],
) {
  const sent: Sent[] = [];
  answerDatabase((address, body) => {
    if (/(change_quotation|accept_quotation_as_staff)$/.test(address)) {
      sent.push(body as Sent);
      return typeof answer === 'function' ? (answer as () => unknown)() : answer;
    }
    if (address.endsWith('/terms_of_buyer')) {
      const { p_account: account, p_pin: pin } = body as { p_account: string | null; p_pin: string };
      if (account === 'u1') return { days: 14, limit: 5000, owedCents: 0 };
      return pin ? { days: 30, limit: 900_000, owedCents: 0 } : null;
    }
    if (address.endsWith('/paper')) return { name: 'Q-2026-0007.pdf', base64: '' };
    if (address.endsWith('/link')) return { linkKey: 'abc' };
    if (address.endsWith('/delivery_quote')) return quotation.delivery;
    if (address.endsWith('/counties')) return [{ code: '042', name: 'Kisumu' }];
    return [];
  });
  function Page() {
    const [shown, setShown] = useState({ ...quotation, ...over });
    show = (now) => setShown({ ...quotation, ...now });
    return <EditQuotation quotation={shown} />;
  }
  const user = renderInShop(<Page />, '/', may);
  return { user, sent };
}
/** Shows the quotation as somebody else has changed it meanwhile. */
let show: (now: Partial<StaffQuotation>) => void;

const unchanged = {
  lines: [
    { productId: 'p1', quantity: 2, price: 900, reason: 'Two' },
    { productId: 'p2', quantity: 1, price: 300, reason: 'As quoted before the price changed' },
  ],
  county: '042',
  deliveryPrice: 2500,
  note: 'As agreed',
  paymentTerms: 'By LPO',
  termsDays: 30,
  deliveryTime: '',
  reference: 'RFQ 7',
  lastDay: '2026-12-04',
  isWithdrawn: false,
};
const save = () => screen.getByRole('button', { name: 'Save as the Next Version' });

test('what is there is saved as it is: the quoted prices, the delivery, the last day', async () => {
  const { user, sent } = open();
  await user.click(save());
  await findToast('Quotation Saved', 'The buyer sees version 3.');
  expect(sent).toEqual([{ p_id: quotation.id, p_version: 2, p_request: unchanged }]);
});

test('what the buyer was asked for is shown', () => {
  open();
  screen.getByText(
    'Kisumu County · buyer’s reference RFQ 7 · +254712345678 · Kwa Kiswahili · agreed to WhatsApp',
  );
});

test('a line that is neither in stock nor to order is named: nobody can accept the quotation', () => {
  const [terrameter, auger] = quotation.lines as [(typeof quotation.lines)[0], (typeof quotation.lines)[0]];
  const toOrder = { low: 6, high: 8, deposit: 30 };
  const title = 'Not in stock and not to order: it cannot be accepted';
  open({ lines: [{ ...terrameter, missing: 1, toOrder }, auger] });
  expect(screen.queryByText(title)).toBeNull();
  cleanup();
  open({ lines: [{ ...terrameter, missing: 1 }, auger] });
  screen.getByText(title);
  screen.getByText('Terrameter: 1 of 2 missing.');
});

test('prices, note and delivery are changed; an empty charge leaves delivery outside the total', async () => {
  const { user, sent } = open();
  const line = within(screen.getByRole('group', { name: 'Terrameter' }));
  await user.clear(line.getByLabelText('Special price in KES'));
  await user.type(line.getByLabelText('Special price in KES'), '850');
  await user.clear(screen.getByLabelText('Delivery charge in KES'));
  await user.type(screen.getByLabelText('Note'), ' by phone');
  await user.type(screen.getByLabelText('Delivery time'), '6 weeks');
  await user.clear(screen.getByLabelText('Payment terms'));
  await user.click(save());
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.p_request).toEqual({
    ...unchanged,
    lines: [{ ...unchanged.lines[0], price: 850 }, unchanged.lines[1]],
    deliveryPrice: null,
    note: 'As agreed by phone',
    deliveryTime: '6 weeks',
    paymentTerms: '',
  });
});

test('an invalid field is named and nothing is sent', async () => {
  const { user, sent } = open();
  const line = within(screen.getByRole('group', { name: 'Terrameter' }));
  await user.clear(line.getByLabelText('Pieces'));
  await user.click(save());
  expect(line.getByLabelText('Pieces').getAttribute('aria-invalid')).toBe('true');
  expect(sent).toEqual([]);
});

test('it is withdrawn, and offered again', async () => {
  const { user, sent } = open();
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  await expect.poll(() => sent[0]?.p_request).toEqual({ ...unchanged, isWithdrawn: true });
});

test('that somebody else changed it is said, and what was typed stays until one begins with the new version', async () => {
  const { user, sent } = open({}, () => {
    show({ version: 3, note: 'By somebody else' });
    return refusedBySql('quotation_changed');
  });
  const note = () => screen.getByLabelText<HTMLTextAreaElement>('Note');
  await user.type(note(), ', with a case');
  await user.click(save());
  await screen.findByText(/was changed since you opened it/);
  await screen.findByText(/Version 3, by Owner/);
  expect(note().value).toBe('As agreed, with a case');
  await user.click(save());
  await expect.poll(() => sent.map(({ p_version }) => p_version)).toEqual([2, 2]);
  await user.click(await screen.findByRole('button', { name: 'Begin with Version 3' }));
  expect(note().value).toBe('By somebody else');
  expect(screen.queryByText(/was changed since you opened it/)).toBeNull();
  await user.click(save());
  await expect.poll(() => sent.at(-1)?.p_version).toBe(3);
});

test('after it is saved, the form has what the shop has saved, and makes the next version', async () => {
  const { user, sent } = open({}, () => ({ ...quotation, version: sent.length + 2, note: 'As saved' }));
  await user.click(save());
  await findToast('Quotation Saved', 'The buyer sees version 3.');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('As saved');
  await user.click(save());
  await expect.poll(() => sent.map(({ p_version }) => p_version)).toEqual([2, 3]);
});

test('a version that came while the buyer’s order was typed is not accepted unseen', async () => {
  const { user, sent } = open({}, () => {
    show({ version: 3 });
    return refusedBySql('quotation_changed');
  });
  await user.click(screen.getByRole('button', { name: 'Accept for the Buyer' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByLabelText('Address'), 'County stores, Kisumu');
  const accept = () => user.click(dialog.getByRole('button', { name: 'Make the Order' }));
  await accept();
  await dialog.findByText(/was changed since you opened it/);
  await accept();
  await expect.poll(() => sent.map(({ p_version }) => p_version)).toEqual([2, 2]);
});

test('its link is sent to the buyer with a text that is ready', async () => {
  open();
  const link = await screen.findByRole('link', { name: 'WhatsApp' });
  const address = decodeURIComponent(link.getAttribute('href') ?? '').replaceAll('\u00a0', ' ');
  expect(address).toContain(
    'https://wa.me/254712345678?text=Dear Ada Lovelace, this is our quotation Q-2026-0007',
  );
  expect(address).toContain(`KES 4,600: ${window.location.origin}/quotation/${quotation.id}#key=abc`);
});

test('an accepted one leads to its order, and whoever may only read sees its lines', () => {
  open({ state: 'accepted', order: { orderId: 'o1', linkVersion: 1, purchaseOrder: 'LPO 5561' } });
  screen.getByText(/^It is an order of KES.4,600 now, by purchase order LPO 5561, and changes no more\.$/);
  screen.getByText(/^2 × Terrameter/);
  screen.getByText(/^Delivery to Kisumu: KES.2,500$/);
  cleanup();
  open({ state: 'accepted', order: { orderId: 'o1', linkVersion: 1, purchaseOrder: null } });
  expect(screen.getByRole('link', { name: 'Its Order' }).getAttribute('href')).toBe('/admin/orders/o1');
  expect(screen.queryByRole('button', { name: /Save/ })).toBeNull();
  cleanup();
  open({ customerName: 'Reader' }, {}, ['orders.read']);
  expect(screen.getByText(/2 × Terrameter/).textContent?.replaceAll('\u00a0', ' ')).toBe(
    '2 × Terrameter, KES 900 a piece',
  );
});

test('it is on account as it says; of one that no seller has changed, as its customer buys', async () => {
  const { user, sent } = open();
  const days = () => screen.getByLabelText<HTMLInputElement>('On account: days to pay');
  expect(days().value).toBe('30');
  const printed = () => screen.getByLabelText<HTMLInputElement>('Payment terms').placeholder;
  expect(printed()).toBe('Within 30 days of sending.');
  await user.clear(days());
  expect(printed()).toBe('In full, before the goods leave.');
  await user.click(save());
  await expect.poll(() => sent[0]?.p_request).toEqual({ ...unchanged, termsDays: null });
  cleanup();
  const asked = open({ termsDays: null, sellerName: null, isPinKnown: false, accountId: 'u1' });
  await screen.findByText(/^On account: 14 days, limit KES.5,000, owed now KES.0\./);
  expect(days().value).toBe('14');
  await asked.user.click(save());
  await expect.poll(() => asked.sent.length).toBe(1);
  expect(asked.sent[0]?.p_request).not.toHaveProperty('termsDays');
});

test('of one that a visitor asked for, the PIN that they typed gives no days', async () => {
  const company = { name: 'Kisumu County', pin: 'P051234567X', purchaseOrder: null };
  open({ termsDays: null, company });
  await screen.findByText(/^On account: 30 days/);
  cleanup();
  const { user, sent } = open({ termsDays: null, sellerName: null, isPinKnown: false, company });
  expect(screen.getByLabelText<HTMLInputElement>('On account: days to pay').value).toBe('');
  await user.click(save());
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.p_request).not.toHaveProperty('termsDays');
  expect(screen.queryByText(/^On account: 30 days/)).toBeNull();
});

test('with other days to pay than it was quoted with, the dialog names neither those nor how long pieces are held', async () => {
  const { user } = open({}, {});
  await user.click(screen.getByRole('button', { name: 'Accept for the Buyer' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.clear(dialog.getByLabelText('On account: days to pay'));
  dialog.getByText('The buyer’s order, at exactly these prices.');
});

test('it is accepted for the buyer, with the number of the LPO and the address; what is missing is said first', async () => {
  const accepted = { ...quotation, state: 'accepted', order: { orderId: 'o1', linkVersion: 1 } };
  const { user, sent } = open({}, accepted);
  await user.click(screen.getByRole('button', { name: 'Accept for the Buyer' }));
  const dialog = within(screen.getByRole('dialog'));
  dialog.getByText(/On account: to be paid within 30 days of sending\. Its pieces are held for 30 days\.$/);
  // That on the quotation is the number of the enquiry.
  expect(dialog.getByLabelText<HTMLInputElement>('Purchase Order Number').value).toBe('');
  await user.type(dialog.getByLabelText('Purchase Order Number'), 'LPO 4711');
  await user.click(dialog.getByRole('button', { name: 'Make the Order' }));
  dialog.getByText('Please say where it goes, or that it is collected');
  expect(sent).toEqual([]);
  await user.type(dialog.getByLabelText('Address'), 'County stores, Kisumu');
  await user.click(dialog.getByRole('button', { name: 'Make the Order' }));
  await findToast('Order Made', 'At the prices of Q-2026-0007.');
  expect(sent).toEqual([
    {
      p_id: quotation.id,
      p_version: 2,
      p_details: {
        customerName: 'Ada Lovelace',
        customerEmail: null,
        customerPhone: '+254712345678',
        customerAddress: 'County stores, Kisumu',
        company: { name: 'Kisumu County', pin: null, purchaseOrder: 'LPO 4711' },
      },
    },
  ]);
});

test('the days to pay are agreed while it is accepted for the buyer', async () => {
  const accepted = { ...quotation, state: 'accepted', order: { orderId: 'o1', linkVersion: 1 } };
  const { user, sent } = open({ acceptedTermsDays: null }, accepted);
  await user.click(screen.getByRole('button', { name: 'Accept for the Buyer' }));
  const dialog = within(screen.getByRole('dialog'));
  const days = dialog.getByLabelText<HTMLInputElement>('On account: days to pay');
  expect(days.value).toBe('');
  await user.type(days, '45');
  await user.type(dialog.getByLabelText('Address'), 'County stores, Kisumu');
  await user.click(dialog.getByRole('button', { name: 'Make the Order' }));
  await findToast('Order Made', 'At the prices of Q-2026-0007.');
  expect(sent).toMatchObject([{ p_details: { termsDays: 45 } }]);
});

test('the buyer’s reference of an organisation is changed; a person has none', async () => {
  const { user, sent } = open();
  const field = () => screen.queryByLabelText('Buyer’s Reference');
  await user.clear(field() as HTMLElement);
  await user.type(field() as HTMLElement, 'Tender 9/2026');
  await user.click(save());
  await expect.poll(() => sent[0]?.p_request).toEqual({ ...unchanged, reference: 'Tender 9/2026' });
  cleanup();
  open({ company: null });
  expect(field()).toBeNull();
});

test('what the shop has not said of itself is named, with the page that has it', async () => {
  open();
  await screen.findByText('A quotation lacks your KRA PIN and your bank account.');
  expect(screen.getByRole('link', { name: 'Shop Details' }).getAttribute('href')).toBe(
    '/admin/settings/shop',
  );
});

test('only an open one is accepted for the buyer, by those who may write orders', () => {
  const button = () => screen.queryByRole('button', { name: 'Accept for the Buyer' });
  for (const state of ['expired', 'withdrawn', 'accepted'] as const) {
    open({ state });
    expect(button()).toBeNull();
    cleanup();
  }
  open({}, {}, ['orders.read']);
  expect(button()).toBeNull();
});

test('its page is saved as a PDF, as the buyer gets it', async () => {
  const { user } = open();
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  await user.click(await screen.findByRole('button', { name: 'Quotation (PDF)' }));
  await expect.poll(() => saved).toEqual(['Q-2026-0007.pdf']);
});
