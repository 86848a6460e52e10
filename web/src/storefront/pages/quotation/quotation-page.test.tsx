import type { Quotation } from '@contract/quotations.ts';
import { screen } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addToCart, cartStore, dropCart } from '#storefront/features/cart/cart-store.ts';
import { quotationOfCart } from '#storefront/lib/quotation-of-cart.ts';
import { answerDatabase } from '#testing/answer-database.ts';
import { fillIn, findToast, renderInShop, WithShopDetails } from '#testing/render-in-shop.tsx';
import { listedProduct } from '#testing/terrameter.ts';
import {
  neverOnQuotation,
  officerNeeds,
  officerQuotation,
  sellingShop,
} from '../../../../../supabase/tests/officer-quotation.ts';
import { QuotationPage } from './quotation-page.tsx';

const quotation: Quotation = {
  id: '3f2a9c1e-0000-4000-8000-000000000454',
  number: 'Q-2026-0007',
  version: 1,
  state: 'open',
  createdAt: '2026-11-20T09:00:00.000Z',
  validUntil: '2026-12-04T21:00:00.000Z',
  isForSeveralSites: false,
  note: '',
  paymentTerms: '',
  termsDays: null,
  acceptedHoldDays: null,
  deliveryTime: '',
  customerName: 'Ada Lovelace',
  customerEmail: null,
  customerAddress: null,
  customerPhone: '+254712345678',
  company: { name: 'Kisumu County', pin: 'P051234567X', purchaseOrder: 'RFQ 7' },
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
      price: 1000,
      missing: 0,
      toOrder: null,
      warrantyYears: 2,
    },
  ],
  totalAmount: 4500,
  totals: officerQuotation.totals,
  order: null,
};
const order = { orderId: '00000000-0000-4000-8000-00000000beef', linkKey: '1.k' };
type QuotationLine = Quotation['lines'][number];
type Sent = { path: string; body: unknown; key: string | null };

/** Opens the link; each reading gets the next of these, the last one again and again. */
function openLink(
  seen: (Quotation | null)[],
  acceptance: { status: number; body: unknown } = { status: 200, body: order },
) {
  const sent: Sent[] = [];
  let read = 0;
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const key = new Headers(headers).get('x-order-key');
    if (method === 'POST') {
      sent.push({ path, key, body: JSON.parse(body as string) as unknown });
      return new Response(JSON.stringify(acceptance.body), { status: acceptance.status });
    }
    const found = seen[Math.min(read, seen.length - 1)];
    read += 1;
    return found
      ? new Response(JSON.stringify(found))
      : new Response(JSON.stringify({ code: 'not_found', message: 'Not found' }), { status: 404 });
  });
  const user = renderInShop(
    <Routes>
      <Route path="/quotation/:quotationId" element={<QuotationPage />} />
      <Route path="/order-confirmation/:id" element={<Order />} />
    </Routes>,
    `/quotation/${quotation.id}#key=abc`,
  );
  return { user, sent };
}
const Order = () => <p>{`Order ${useLocation().pathname}${useLocation().hash}`}</p>;
const accept = () => screen.findByRole('button', { name: 'Accept and Order' });

test('shows lines, delivery, total and the last day, and becomes an order of what was seen', async () => {
  // It was asked for from the cart.
  for (const id of ['p1', 'p9']) addToCart(listedProduct({ id, stock: 9 }), 3);
  quotationOfCart.remember(quotation.id);
  onTestFinished(() => {
    dropCart();
    quotationOfCart.forget();
  });
  // A seller has typed the address.
  const { user, sent } = openLink([{ ...quotation, customerAddress: 'Milimani, Kisumu' }]);
  await screen.findByRole('heading', { level: 1, name: 'Quotation Q-2026-0007' });
  screen.getByText(
    'For Ada Lovelace, Kisumu County, PIN P051234567X. Your reference RFQ 7. Version 1, made on 20 Nov 2026.',
  );
  const shown = screen.getByRole('region', { name: 'Lines' }).textContent?.replaceAll('\u00a0', ' ');
  for (const text of ['Terrameter', '2 × KES 1,000', 'Delivery to Kisumu', '4,500'])
    expect(shown).toContain(text);
  // Before it is sent on.
  screen.getByText(/Anyone with the link or the PDF sees the name, contact and organisation/);
  await fillIn(user, { 'Email Address': 'ada@example.com' });
  await user.click(await accept());
  await screen.findByText(`Order /order-confirmation/${order.orderId}#key=1.k`);
  expect(cartStore.items.map(({ product, quantity }) => [product.id, quantity])).toEqual([
    ['p1', 1],
    ['p9', 3],
  ]);
  expect(sent).toEqual([
    {
      path: `/api/quotations/${quotation.id}/acceptance`,
      key: 'abc',
      body: {
        version: 1,
        customerName: 'Ada Lovelace',
        customerEmail: 'ada@example.com',
        customerPhone: '+254712345678',
        customerAddress: 'Milimani, Kisumu',
        // What is on the quotation is the number of the enquiry.
        company: { ...quotation.company, purchaseOrder: null },
      },
    },
  ]);
});

test('that was not asked for from this cart leaves it as it is', async () => {
  addToCart(listedProduct({ id: 'p1', stock: 9 }), 3);
  onTestFinished(dropCart);
  const { user } = openLink([{ ...quotation, customerAddress: 'Milimani, Kisumu' }]);
  await accept();
  await fillIn(user, { 'Email Address': 'ada@example.com' });
  await user.click(await accept());
  await screen.findByText(`Order /order-confirmation/${order.orderId}#key=1.k`);
  expect(cartStore.items.map(({ quantity }) => quantity)).toEqual([3]);
});

/** All that is on the page, its accepting left out, in the order in which it stands there. */
async function readPage(of: Quotation, details = sellingShop) {
  answerDatabase((address) => (address.includes('/api/fit?') ? { findings: [], site: null } : of));
  renderInShop(
    <WithShopDetails details={details}>
      <Routes>
        <Route path="/quotation/:quotationId" element={<QuotationPage />} />
      </Routes>
    </WithShopDetails>,
    `/quotation/${of.id}#key=abc`,
  );
  await accept();
  document.querySelector('form')?.remove();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let said = '';
  while (texts.nextNode()) said += ` ${texts.currentNode.textContent}`;
  return said.replace(/\s+/g, ' ');
}

test('says what an officer needs to sign it', async () => {
  const text = await readPage(officerQuotation);
  expect(officerNeeds.filter(([, said]) => !said.test(text)).map(([need]) => need)).toEqual([]);
});

test('promises no transfer where the shop has no account', async () => {
  const text = await readPage(officerQuotation, { ...sellingShop, bank: '', paybill: '' });
  expect(text).not.toMatch(/transfer|account/i);
  expect(text).not.toMatch(neverOnQuotation);
});

test.each([
  ['', null, null, /held for you before\. You pay it next\.$/],
  [
    '',
    null,
    7,
    /held for you before\. You pay it next\. Once it is accepted we keep the items for 7 days\.$/,
  ],
  ['Half of it first', null, null, /held for you before\.$/],
  ['Half of it first', null, 7, /held for you before\. Once it is accepted we keep the items for 7 days\.$/],
  ['', 30, 30, /held for you before\. You pay within 30 days of sending\.$/],
])(
  'with the terms “%s”, %s days to pay and kept for %s accepting says: %s',
  async (paymentTerms, termsDays, acceptedHoldDays, said) => {
    openLink([{ ...quotation, paymentTerms, termsDays, acceptedHoldDays }]);
    expect((await screen.findByText(/This makes an order/)).textContent).toMatch(said);
  },
);

test.each([
  ['some of it is not here', { missing: 1, toOrder: null }, false],
  ['all of it comes from the maker', { missing: 2, toOrder: { low: 6, high: 8, deposit: 30 } }, false],
  ['some of it comes from the maker', { missing: 1, toOrder: { low: 6, high: 8, deposit: 30 } }, true],
])('of a quotation of which %s nobody is promised that it is kept: %o', async (_, line, isKept) => {
  const lines = [{ ...quotation.lines[0]!, quantity: 2, ...line }];
  openLink([{ ...quotation, paymentTerms: '', termsDays: null, acceptedHoldDays: 7, lines }]);
  await screen.findByText(/This makes an order/);
  expect(screen.queryAllByText(/we keep the items for 7 days/)).toHaveLength(isKept ? 1 : 0);
});

test('a transfer takes longer than the items of an order are kept: accepting says what to do', async () => {
  answerDatabase(() => quotation);
  renderInShop(
    <WithShopDetails details={sellingShop}>
      <Routes>
        <Route path="/quotation/:quotationId" element={<QuotationPage />} />
      </Routes>
    </WithShopDetails>,
    `/quotation/${quotation.id}#key=abc`,
  );
  await screen.findByText(/You pay it next\. By bank transfer\? Call us first/);
});

test.each([false, true])(
  'says what of it does not fit, with nothing to press; for several sites (%s) not',
  async (isForSeveralSites) => {
    const lines = ['p1', 'p2'].map((productId) => ({ ...quotation.lines[0], productId }) as QuotationLine);
    const text = 'Terrameter is for 600 V, and the batteries have 48 V here.';
    const replacements = [listedProduct({ name: 'Other inverter' })];
    const misfit = {
      strength: 'misfit',
      products: ['p2', 'p1'],
      text,
      replaces: 'p2',
      replacements,
      lookFor: null,
    };
    answerDatabase((address) =>
      address.includes('/api/fit?')
        ? { findings: [misfit], site: null }
        : { ...quotation, lines, isForSeveralSites },
    );
    renderInShop(
      <Routes>
        <Route path="/quotation/:quotationId" element={<QuotationPage />} />
      </Routes>,
      `/quotation/${quotation.id}#key=abc`,
    );
    await screen.findByText('Total');
    if (isForSeveralSites) {
      expect(screen.queryByText(text)).toBeNull();
      return;
    }
    await screen.findByText(text);
    expect(screen.queryByRole('button', { name: /Replace/ })).toBeNull();
  },
);

test('is not sent without an address for the goods', async () => {
  const { user, sent } = openLink([quotation]);
  await user.click(await accept());
  await expect
    .poll(() => screen.getByLabelText('Delivery Address').getAttribute('aria-invalid'))
    .toBe('true');
  expect(sent).toEqual([]);
});

test('that was changed meanwhile says so and shows what it is now', async () => {
  const changed = { ...quotation, version: 2, totalAmount: 9900, note: 'With a case' };
  const refusal = { code: 'quotation_changed', message: 'This quotation was changed since you opened it.' };
  const { user, sent } = openLink([quotation, changed], { status: 409, body: refusal });
  await accept();
  await fillIn(user, { 'Email Address': 'ada@example.com', 'Delivery Address': 'Milimani, Kisumu' });
  await user.click(await accept());
  await findToast('Not Accepted', refusal.message);
  await screen.findByText('With a case');
  await screen.findByText(/Version 2/);
  // What was typed is accepted for what is shown now.
  await user.click(await accept());
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toMatchObject([{ version: 1 }, { version: 2, customerAddress: 'Milimani, Kisumu' }]);
});

test('of which products are no longer sold names them, in words about the quotation', async () => {
  const problem = { productId: 'p1', problem: 'product_unavailable', quantity: 2, available: 0, price: null };
  const { user } = openLink([quotation], {
    status: 409,
    body: {
      code: 'quotation_unavailable',
      message: 'A product of this quotation is no longer sold.',
      lines: [
        { ...problem, name: 'Terrameter' },
        { ...problem, name: 'Short one', problem: 'out_of_stock', price: 10 },
        { ...problem, name: 'Cable reel' },
      ],
    },
  });
  await accept();
  await fillIn(user, { 'Email Address': 'ada@example.com', 'Delivery Address': 'Milimani, Kisumu' });
  await user.click(await accept());
  const words =
    'No longer sold: Terrameter, Cable reel. This quotation cannot be accepted. Please ask for a new one, or call us.';
  await findToast('Not Accepted', words);
  expect(screen.queryByText(/cart/i)).toBeNull();
});

test.each([
  ['expired', 'This quotation has expired'],
  ['withdrawn', 'This quotation was withdrawn by the shop'],
  ['accepted', 'This quotation was accepted'],
] as const)('that is %s cannot be accepted, and says so', async (state, title) => {
  openLink([{ ...quotation, state, order: state === 'accepted' ? order : null }]);
  await screen.findByText(title);
  expect(screen.queryByRole('button', { name: 'Accept and Order' })).toBeNull();
  expect(screen.queryAllByRole('button', { name: 'See the Order' })).toHaveLength(
    state === 'accepted' ? 1 : 0,
  );
});

test('whose order is looked at later leaves the cart of then alone', async () => {
  addToCart(listedProduct({ id: 'p1', stock: 9 }), 3);
  onTestFinished(dropCart);
  const { user } = openLink([{ ...quotation, state: 'accepted', order }]);
  await user.click(await screen.findByRole('button', { name: 'See the Order' }));
  await screen.findByText(`Order /order-confirmation/${order.orderId}#key=1.k`);
  expect(cartStore.items.map(({ quantity }) => quantity)).toEqual([3]);
});

test('that was accepted and whose order has a new link leads to where that is found', async () => {
  openLink([{ ...quotation, state: 'accepted' }]);
  const link = await screen.findByRole('link', { name: 'Find My Order' });
  expect(link.getAttribute('href')).toBe('/find-order');
});

test('says which pieces are not in the shop, before anything is accepted', async () => {
  openLink([{ ...quotation, lines: [{ ...quotation.lines[0]!, missing: 1 }] }]);
  await screen.findByText('Missing: 1 × Terrameter. Please call us before you accept.');
});

test('that does not exist, or whose key is wrong, is not found', async () => {
  openLink([null]);
  await screen.findByRole('heading', { level: 1, name: 'Quotation not found' });
});
