import { type Permission, permissions } from '@contract/staff.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, describe, expect, test } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { fillIn, messageUnder, renderInShop, typeInto } from '#testing/render-in-shop.tsx';
import { NewOrder } from './new-order.tsx';
import { nothingSent } from '#dashboard/lib/sent-request.ts';
import { newOrderDraft } from './new-order-draft.ts';
import { emptyOrder } from './typed-order.ts';

const product = { id: 'p1', name: 'Terrameter', model: null, price: 1000, stock: 5, held: 1 };
const buyer = {
  accountId: 'u1',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '+254712345678',
  address: 'Milimani, Kisumu',
  company: null as { name: string; pin: string } | null,
};
const county = {
  ...buyer,
  accountId: null,
  phone: '+254711000042',
  company: { name: 'Kisumu County', pin: 'P051234567X' },
};
const ofTermsAlone = { ...county, name: '', email: null, phone: null, address: null };
const onAccount = { days: 30, limit: 400_000, owedCents: 1_200_000 };
type Sent = { p_id: string; p_request: { orderData: object; items: object[]; specialPrices: object } };

/** When the price of a county is known. */
let countyAnswers: Promise<unknown> = Promise.resolve();
afterEach(() => {
  countyAnswers = Promise.resolve();
});

/** The form; `place` answers the request of the order. */
function openForm(
  place: (sent: Sent, times: number) => unknown,
  price: number | null = null,
  isQuotation = false,
  sold: object = product,
  may = permissions.slice(),
) {
  const sent: Sent[] = [];
  answerDatabase((address, body) => {
    if (address.endsWith('/find_buyers') && !(body as { p_search: string }).p_search.startsWith('ada'))
      return [];
    if (address.endsWith('/find_buyers'))
      return [
        buyer,
        { ...buyer, accountId: null, name: 'Ada Guest' },
        { ...county, name: 'Ada of Kisumu' },
        ofTermsAlone,
      ];
    if (address.endsWith('/terms_of_buyer')) {
      return (body as { p_pin?: string }).p_pin === county.company.pin ? onAccount : null;
    }
    if (address.endsWith('/counties')) return [{ code: '042', name: 'Kisumu' }];
    if (address.endsWith('/find_products')) {
      const { p_search } = body as { p_search: string };
      return {
        rows: p_search === 'installation' ? [] : [sold],
        after: p_search === 'ter' ? ['t', 'p1'] : null,
      };
    }
    if (address.endsWith('/delivery_quote')) {
      const isOfCounty = 'p_county' in (body as object);
      const quote = {
        county: isOfCounty ? '042' : null,
        countyName: isOfCounty ? 'Kisumu' : null,
        zone: null,
        low: isOfCounty ? 1500 : 500,
        high: isOfCounty ? 3000 : 10_000,
        freeBecause: null,
        price,
        promise: '2-3 business days',
        by: '2026-12-03',
        after: 'bank',
        isPromised: false,
      };
      return isOfCounty ? countyAnswers.then(() => quote) : quote;
    }
    if (address.includes('/api/fit'))
      return {
        findings: [{ strength: 'unused', text: 'Half is never used.', replacements: [] }],
        site: null,
      };
    if (address.endsWith('/quote_as_staff')) {
      sent.push(body as Sent);
      return { id: 'q1', number: 'Q-2026-0007' };
    }
    if (address.endsWith('/place_order_as_staff')) return place(body as Sent, sent.push(body as Sent));
    return [];
  });
  const user = renderInShop(
    <Routes>
      <Route path="/" element={<NewOrder isQuotation={isQuotation} />} />
      <Route path="/admin/orders/:id" element={<Made />} />
      <Route path="/admin/orders/quotations/new" element={<NewOrder isQuotation />} />
      <Route path="/admin/orders/quotations/:id" element={<p>Quoted</p>} />
    </Routes>,
    '/',
    may,
  );
  return { user, sent };
}
const Made = () => <p>{`Made ${JSON.stringify(useLocation().state)}`}</p>;

async function chooseBuyerAndProduct(user: ReturnType<typeof openForm>['user'], name = 'Ada Lovelace') {
  await fillIn(user, { 'Find the buyer': 'ada' });
  await user.click(await screen.findByRole('button', { name: new RegExp(name) }));
  await fillIn(user, { 'Add a product': 'terra' });
  await user.click(await screen.findByRole('button', { name: /Terrameter.*4 can be ordered/ }));
}
const payLater = () => screen.getByRole('button', { name: /^Make the Order( on Account)?$/ });
const made = { id: '00000000-0000-4000-8000-00000000beef', customerName: 'Ada Lovelace' };

test('a buyer and a product are found, and the order is made and paid now', async () => {
  const { user, sent } = openForm(() => made);
  await chooseBuyerAndProduct(user);
  expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('Ada Lovelace');
  expect(screen.getByText(/appears in My Orders/)).toBeTruthy();
  await typeInto(user, screen.getByLabelText('Pieces'), '2');
  await user.click(screen.getByRole('button', { name: 'Make It and Record a Payment' }));
  await screen.findByText('Made {"isPaying":true}');
  expect(sent).toMatchObject([
    {
      p_request: {
        items: [{ productId: 'p1', quantity: 2, price: 1000 }],
        orderData: { accountId: 'u1', customerPhone: '+254712345678', whatsAppConsent: false, holdHours: 24 },
      },
    },
  ]);
});

test('whoever pays at the counter needs no phone number; whoever pays later does, and the order waits for it', async () => {
  const { user, sent } = openForm(() => made);
  await chooseBuyerAndProduct(user);
  await user.clear(screen.getByLabelText('Phone Number'));
  await user.click(payLater());
  expect(messageUnder(screen.getByLabelText('Phone Number'))).toMatch(/phone number/);
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Make It and Record a Payment' }));
  await screen.findByText('Made {"isPaying":true}');
  expect(sent).toMatchObject([{ p_request: { orderData: { customerPhone: null } } }]);
});

test('an order that its buyer fetches has no charge, no county and, if nobody types one, no address', async () => {
  const { user, sent } = openForm(() => made);
  await chooseBuyerAndProduct(user);
  await typeInto(user, screen.getByLabelText('Delivery charge in KES'), '500');
  await user.selectOptions(screen.getByLabelText('County'), 'Collected at the shop');
  expect(screen.queryByLabelText('Delivery charge in KES')).toBeNull();
  await user.clear(screen.getByLabelText('Address'));
  await user.click(payLater());
  await screen.findByText('Made {"isPaying":false}');
  const fetched = { county: null, deliveryPrice: 0, isCollected: true };
  expect(sent).toMatchObject([
    { p_request: { orderData: { ...fetched, customerAddress: 'Collected at the shop' } } },
  ]);
});

test('the account is taken only when the seller wants it', async () => {
  const { user, sent } = openForm(() => made);
  await chooseBuyerAndProduct(user);
  await user.click(screen.getByRole('button', { name: 'Order as a Guest' }));
  await user.click(payLater());
  await screen.findByText('Made {"isPaying":false}');
  expect(sent).toMatchObject([
    { p_request: { orderData: { accountId: null, customerName: 'Ada Lovelace' } } },
  ]);
});

test('who is found is a text, which has the focus; its fields open with what it says, and are in the text once closed', async () => {
  const { user } = openForm(() => made);
  await fillIn(user, { 'Find the buyer': 'ada' });
  await user.click(await screen.findByRole('button', { name: /Ada of Kisumu/ }));
  const summary = screen.getByText('Change').closest('summary') as HTMLElement;
  expect(document.activeElement).toBe(summary);
  expect(summary.textContent).toBe(
    'Ada of Kisumu +254711000042 · ada@example.com · Milimani, Kisumu · Kisumu County, PIN P051234567XChange',
  );
  expect(screen.queryByLabelText('Find the buyer')).toBeNull();
  await user.click(summary);
  expect(await screen.findByLabelText('Find the buyer')).toBeTruthy();
  await typeInto(user, screen.getByLabelText('Full Name'), ' County');
  await user.click(summary);
  await screen.findByText('Ada of Kisumu County');
});

test('what finds nobody opens the fields, one of which has it, and nothing typed there is lost', async () => {
  const { user } = openForm(() => made);
  const details = screen.getByLabelText('Full Name').closest('details');
  const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  const search = screen.getByLabelText('Find the buyer');
  expect(details?.open).toBe(false);
  await user.type(search, 'Wanjiru');
  await expect.poll(() => valueOf('Full Name')).toBe('Wanjiru');
  expect(details?.open).toBe(true);
  await user.type(search, ' Kamau');
  await expect.poll(() => valueOf('Full Name')).toBe('Wanjiru Kamau');
  await typeInto(user, screen.getByLabelText('Full Name'), ' Ltd');
  await typeInto(user, search, '!');
  await screen.findByText('No buyers found.');
  await user.clear(search);
  await user.type(search, '0722 000');
  await expect.poll(() => valueOf('Phone Number')).toBe('0722 000');
  expect(valueOf('Full Name')).toBe('Wanjiru Kamau Ltd');
});

test('of an organisation that is known by its terms alone the contact is to be typed, and its fields are open', async () => {
  const { user } = openForm(() => made);
  await fillIn(user, { 'Find the buyer': 'ada' });
  await user.click(await screen.findByRole('button', { name: /On account · P051234567X/ }));
  const name = screen.getByLabelText<HTMLInputElement>('Full Name');
  expect(name.closest('details')?.open).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('KRA PIN').value).toBe('P051234567X');
});

test('what is typed for an order is on the page of a quotation, and the other way round', async () => {
  const { user } = openForm(() => made);
  await chooseBuyerAndProduct(user);
  expect(screen.queryByLabelText('Payment terms')).toBeNull();
  expect(screen.queryByText(/^A quotation lacks/)).toBeNull();
  await user.click(screen.getByRole('link', { name: 'A Quotation Instead' }));
  await screen.findByRole('button', { name: 'Mail the Quotation' });
  screen.getByText('Terrameter', { selector: 'strong' });
  screen.getByText(/^A quotation lacks/);
  expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('Ada Lovelace');
  expect(screen.getByRole('link', { name: 'An Order Instead' }).getAttribute('href')).toBe(
    '/admin/orders/new',
  );
});

test('after a product is added, the next one is typed', async () => {
  const { user } = openForm(() => made);
  await chooseBuyerAndProduct(user);
  expect(document.activeElement).toBe(screen.getByLabelText('Add a product'));
});

test('goods, delivery and total stand together', async () => {
  const { user } = openForm(() => made, 300);
  const delivery = () => screen.getByText('Delivery', { selector: 'dt' }).nextSibling?.textContent;
  await chooseBuyerAndProduct(user);
  await screen.findByText('KES 1,300');
  expect(delivery()?.replace('\u00a0', ' ')).toBe('KES 300');
  await fillIn(user, { 'Delivery charge in KES': '0' });
  expect(delivery()).toBe('Free');
});

test('what is due now of a product to order stands with the total, after a reload too, and not on account', async () => {
  const toOrder = { low: 6, high: 8, deposit: 30, isPublic: true };
  const due = () => screen.queryByText('Due now')?.parentElement?.textContent.replace('\u00a0', ' ') ?? null;
  const { user } = openForm(() => made, 300, false, { ...product, toOrder });
  await chooseBuyerAndProduct(user);
  await screen.findByText('KES 1,300');
  expect(due()).toBeNull();
  // Four can be ordered from the shelf.
  await typeInto(user, screen.getByLabelText('Pieces'), '6');
  expect(due()).toBe('Due now KES 4,900');
  await fillIn(user, { 'Special price in KES': '500' });
  expect(due()).toBe('Due now KES 2,600');
  cleanup();
  openForm(() => made, 300);
  await waitFor(() => expect(due()).toBe('Due now KES 2,600'));
  await user.click(screen.getByText('More'));
  await fillIn(user, { 'On account: days to pay': '30' });
  expect(due()).toBeNull();
});

test('a special price needs its reason, and is in the total', async () => {
  const { user, sent } = openForm(() => made, 300);
  await chooseBuyerAndProduct(user);
  await fillIn(user, { 'Special price in KES': '800' });
  await user.click(payLater());
  expect(messageUnder(screen.getByLabelText('Why this price'))).toMatch(/why this price was agreed/);
  expect(sent).toEqual([]);
  await fillIn(user, { 'Why this price': 'For the county hospital' });
  await screen.findByText('KES 1,100');
  await user.click(payLater());
  await screen.findByText(/^Made/);
  expect(sent).toMatchObject([
    {
      p_request: {
        specialPrices: { p1: { price: 800, reason: 'For the county hospital' } },
        orderData: { deliveryPrice: 300 },
      },
    },
  ]);
});

test('an empty form is refused in its fields', async () => {
  const { user, sent } = openForm(() => made);
  await user.click(payLater());
  expect(messageUnder(screen.getByLabelText('Full Name'))).toMatch(/buyer’s name/);
  expect(messageUnder(screen.getByLabelText('Add a product'))).toMatch(/Add a product/);
  expect(sent).toEqual([]);
});

test('what is gone or costs more is said in words; the new price is in the form, and what was typed stays', async () => {
  const line = { productId: 'p1', name: 'Terrameter', problem: 'price_changed', quantity: 1 };
  const { user, sent } = openForm((_, times) =>
    times === 1 ? refusedBySql('price_changed', [{ ...line, available: 4, price: 1200 }]) : made,
  );
  await chooseBuyerAndProduct(user);
  await user.click(payLater());
  const refusal = await screen.findByRole('alert');
  within(refusal).getByText(/Terrameter costs KES 1,200 now/);
  await user.click(payLater());
  await screen.findByText(/^Made/);
  expect(sent[1]).toMatchObject({ p_request: { items: [{ price: 1200 }] } });
});

test('sent again after a lost reply, it is the same order', async () => {
  const { user, sent } = openForm((_, times) => (times === 1 ? new Response('', { status: 504 }) : made));
  await chooseBuyerAndProduct(user, 'Ada Guest');
  await user.click(payLater());
  await screen.findByText(/What you typed is still here/);
  await user.click(payLater());
  await screen.findByText(/^Made/);
  expect(sent[1]).toEqual(sent[0]);
});

/** As after a reload of the page. */
function openAgain(place: Parameters<typeof openForm>[0]) {
  cleanup();
  return openForm(place);
}

test('what was typed is there after a reload, until it is discarded', async () => {
  const { user } = openForm(() => made);
  await chooseBuyerAndProduct(user);
  await fillIn(user, { 'Special price in KES': '800' });
  const again = openAgain(() => made);
  screen.getByText('What you typed before has been restored');
  expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('Ada Lovelace');
  expect(screen.getByLabelText<HTMLInputElement>('Special price in KES').value).toBe('800');
  await again.user.click(screen.getByRole('button', { name: 'Discard it' }));
  expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('');
  expect(screen.queryByText('Terrameter')).toBeNull();
  openAgain(() => made);
  expect(screen.queryByText('What you typed before has been restored')).toBeNull();
});

test('sent again after a lost reply and a reload, it is the same order; once it is made, the form is empty', async () => {
  const first = openForm(() => new Response('', { status: 504 }));
  await chooseBuyerAndProduct(first.user);
  await first.user.click(payLater());
  await screen.findByText(/What you typed is still here/);
  const { user, sent } = openAgain(() => made);
  await user.click(payLater());
  await screen.findByText(/^Made/);
  expect(sent).toEqual(first.sent);
  openAgain(() => made);
  expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('');
});

test('what a search finds is announced', async () => {
  const { user } = openForm(() => made);
  await fillIn(user, { 'Add a product': 'terra' });
  await screen.findByText('1 result');
});

test('what the shop does not have yet is added under Products', async () => {
  const { user } = openForm(() => made);
  await fillIn(user, { 'Add a product': 'installation' });
  await screen.findByText(/^No products found\./);
  // In a tab of its own: the order is half typed.
  const add = screen.getByRole<HTMLAnchorElement>('link', { name: 'Add it under Products' });
  expect([add.pathname, add.target]).toEqual(['/admin/products/new', '_blank']);
});

test('a quotation is made of the same form, for which a county and a phone number are enough', async () => {
  const { user, sent } = openForm(() => made, 500, true);
  const save = () => screen.getByRole('button', { name: /^(Make|Mail) the Quotation$/ });
  await fillIn(user, { 'Add a product': 'terra' });
  await user.click(await screen.findByRole('button', { name: /Terrameter.*4 can be ordered/ }));
  await user.click(save());
  await screen.findByText('Choose the county');
  screen.getByText('Please give the buyer’s phone number');
  expect(screen.queryByText('Please give the buyer’s email address')).toBeNull();
  expect(sent).toEqual([]);
});

test.each([
  [[], 'purchase order number, reservation, messages', 1],
  [
    ['orders.special_price'] satisfies Permission[],
    'purchase order number, days to pay, reservation, messages',
    0,
  ],
] as const)(
  'for somebody who may do this besides making orders it names the fields that are there: %o',
  async (may, fields, hints) => {
    const { user } = openForm(() => made, null, false, product, ['orders.read', 'orders.write', ...may]);
    await chooseBuyerAndProduct(user);
    screen.getByText(fields);
    expect(screen.queryAllByText('An admin can agree on another price.')).toHaveLength(hints);
  },
);

test('opened for a quotation it makes nothing else, and its button says whether the buyer gets a mail', async () => {
  const { user, sent } = openForm(() => made, 500, true);
  screen.getByRole('button', { name: 'Make the Quotation' });
  expect(screen.queryByRole('button', { name: /^Make the Order/ })).toBeNull();
  expect(screen.queryByLabelText('Reserve the Pieces')).toBeNull();
  await chooseBuyerAndProduct(user);
  await user.selectOptions(screen.getByLabelText('County'), '042');
  screen.getByRole('button', { name: 'Mail the Quotation' });
  await user.type(screen.getByLabelText('Last day'), '{Enter}');
  await screen.findByText('Quoted');
  expect(sent).toHaveLength(1);
});

test('while the price of a county is asked for, none is offered', async () => {
  const { promise, release } = deferredPromise();
  countyAnswers = promise;
  const { user } = openForm(() => made);
  await chooseBuyerAndProduct(user);
  await user.selectOptions(screen.getByLabelText('County'), '042');
  expect(screen.queryByRole('button', { name: /^Charge/ })).toBeNull();
  release();
  await screen.findByRole('button', { name: /^Charge KES.3,000$/ });
});

test('no price of the whole country is offered, and of an order on account no day of a payment by card', async () => {
  const { user } = openForm(() => made);
  await chooseBuyerAndProduct(user);
  expect(screen.queryByText(/10,000/)).toBeNull();
  await user.selectOptions(screen.getByLabelText('County'), '042');
  await screen.findByRole('button', { name: /^Charge KES.3,000$/ });
  screen.getByText(/after the bank has paid us: by Thu 3 Dec if paid today/);
  await user.type(screen.getByLabelText('On account: days to pay'), '30');
  expect(document.body.textContent).toMatch(/Delivery to Kisumu: 2-3 business days, KES.1,500-3,000\./);
});

test('the search for a product says that there are more than it shows', async () => {
  const { user } = openForm(() => made);
  const more = 'The first 1 products: type more to find others.';
  await fillIn(user, { 'Add a product': 'ter' });
  // For the eye, and announced.
  await expect.poll(() => screen.queryAllByText(more).length).toBe(2);
  await user.type(screen.getByLabelText('Add a product'), 'ra');
  await screen.findByText('1 result');
  expect(screen.queryByText(more)).toBeNull();
});

test('what another search found is gone as soon as something else is typed', async () => {
  const { user } = openForm(() => made);
  await fillIn(user, { 'Add a product': 'terra' });
  await screen.findByRole('button', { name: /Terrameter/ });
  await user.type(screen.getByLabelText('Add a product'), 's');
  expect(screen.queryByRole('button', { name: /Terrameter/ })).toBeNull();
  expect(screen.getByText('Searching…')).toBeTruthy();
  await screen.findByRole('button', { name: /Terrameter/ });
  expect(screen.queryByText('Searching…')).toBeNull();
});

test('a quotation has its terms, and what the buyer was asked, from its first version', async () => {
  const { user, sent } = openForm(() => made, 500, true);
  await chooseBuyerAndProduct(user);
  await user.selectOptions(screen.getByLabelText('Messages About This Order'), 'sw');
  await user.click(screen.getByLabelText(/agrees to be written to on WhatsApp/));
  const terms = within(screen.getByRole('heading', { name: 'Terms' }).parentElement!);
  await user.type(terms.getByLabelText('On account: days to pay'), '14');
  // What is counted is not typed again in words.
  expect(messageUnder(terms.getByLabelText('Payment terms'))).toContain('“Within 14 days of sending.”');
  await user.clear(terms.getByLabelText('On account: days to pay'));
  await fillIn(user, {
    Organisation: 'Kisumu County',
    'Purchase Order, RFQ or Tender Number': 'RFQ 7',
    'Last day': '2020-01-31',
    'Payment terms': ' 30 days after delivery ',
    'Delivery time': '6 weeks',
    Note: 'With training',
  });
  expect(sent).toEqual([]);
  const save = () => screen.getByRole('button', { name: /^(Make|Mail) the Quotation$/ });
  await user.click(save());
  await screen.findByText('Choose the county');
  expect(messageUnder(screen.getByLabelText('Last day'))).toBe('This day is over');
  await user.selectOptions(screen.getByLabelText('County'), '042');
  await user.clear(screen.getByLabelText('Last day'));
  await fillIn(user, { 'Last day': '2099-01-31' });
  await user.click(save());
  await screen.findByText('Quoted');
  expect(sent).toMatchObject([
    {
      p_request: {
        company: { name: 'Kisumu County', pin: null, purchaseOrder: 'RFQ 7' },
        language: 'sw',
        whatsAppConsent: true,
        lastDay: '2099-01-31',
        paymentTerms: '30 days after delivery',
        deliveryTime: '6 weeks',
        note: 'With training',
      },
    },
  ]);
});

describe('on account', () => {
  const days = () => screen.getByLabelText<HTMLInputElement>('On account: days to pay');
  const agreed = /^On account: 30 days, limit KES.400,000, owed now KES.12,000\./;

  test('a customer with terms has their organisation and these days, which are not typed', async () => {
    const { user, sent } = openForm(() => made);
    await chooseBuyerAndProduct(user, 'Ada of Kisumu');
    await screen.findByText(agreed);
    expect(days().value).toBe('30');
    expect(screen.getByLabelText<HTMLInputElement>('KRA PIN').value).toBe('P051234567X');
    await user.click(payLater());
    await screen.findByText(/^Made/);
    const said = sent[0]?.p_request.orderData;
    expect(said).toMatchObject({ company: { ...county.company, purchaseOrder: null } });
    expect(said).not.toHaveProperty('termsDays');
  });

  test.each([
    ['60', 60],
    ['', null],
  ])('the seller agrees on “%s” for this order', async (typed, termsDays) => {
    const { user, sent } = openForm(() => made);
    await chooseBuyerAndProduct(user, 'Ada of Kisumu');
    await screen.findByText(agreed);
    // How long the pieces of an order that is paid first are kept is not asked.
    const kept = () => screen.queryByLabelText('Reserve the Pieces') !== null;
    expect([kept(), payLater().textContent]).toEqual([false, 'Make the Order on Account']);
    await user.clear(days());
    expect([kept(), payLater().textContent]).toEqual([true, 'Make the Order']);
    if (typed) await user.type(days(), typed);
    await user.click(payLater());
    await screen.findByText(/^Made/);
    expect(sent[0]?.p_request.orderData).toMatchObject({ termsDays });
  });

  test.each([
    ['60', 60],
    ['', null],
  ])('the seller agrees on “%s” for this quotation', async (typed, termsDays) => {
    const { user, sent } = openForm(() => made, null, true);
    await chooseBuyerAndProduct(user, 'Ada of Kisumu');
    await screen.findByText(agreed);
    await user.clear(days());
    if (typed) await user.type(days(), typed);
    await user.selectOptions(screen.getByLabelText('County'), '042');
    await user.click(screen.getByRole('button', { name: /^(Make|Mail) the Quotation$/ }));
    await screen.findByText('Quoted');
    expect(sent[0]?.p_request).toMatchObject({ termsDays });
  });

  test('the next buyer who is found has their own terms', async () => {
    const { user, sent } = openForm(() => made);
    await chooseBuyerAndProduct(user, 'Ada of Kisumu');
    await user.clear(days());
    await user.type(days(), '90');
    await user.click(screen.getByText('Change'));
    await chooseBuyerAndProduct(user);
    expect(screen.queryByText(agreed)).toBeNull();
    expect(days().value).toBe('');
    await user.click(payLater());
    await screen.findByText(/^Made/);
    expect(sent[0]?.p_request.orderData).toMatchObject({ company: null });
    expect(sent[0]?.p_request.orderData).not.toHaveProperty('termsDays');
  });

  test('days that are no number are refused in their field', async () => {
    const { user, sent } = openForm(() => made);
    await chooseBuyerAndProduct(user);
    await user.type(days(), '200');
    await user.click(payLater());
    expect(messageUnder(days())).toBe('At most 180 days');
    expect(sent).toEqual([]);
  });
});

test('what is not for one site is not judged, and its quotation says so', async () => {
  const line = { product, quantity: '1', specialPrice: '', reason: '' };
  newOrderDraft.remember({
    sent: nothingSent,
    typed: {
      ...emptyOrder,
      name: 'Ada',
      email: 'ada@example.com',
      county: '042',
      lines: [line, { ...line, product: { ...product, id: 'p2' } }],
    },
  });
  const { user, sent } = openForm(() => made, null, true);
  await screen.findByText('Half is never used.');
  await user.click(screen.getByRole('button', { name: 'Not for one site' }));
  expect(screen.queryByText('Half is never used.')).toBeNull();
  screen.getByRole('button', { name: 'Check What Fits' });
  await user.click(screen.getByRole('button', { name: /^(Make|Mail) the Quotation$/ }));
  await screen.findByText('Quoted');
  expect(sent[0]?.p_request).toMatchObject({ isForSeveralSites: true });
});
