import { randomUUID } from 'node:crypto';
import type { Page, Route } from 'playwright-core';
import { signedIn } from '../../supabase/tests/api-customer.ts';
import { comeBack, payAtTheBank } from '../../supabase/tests/api-visitor.ts';
import { stackUnderTest } from '../../local/testing/stack-under-test.ts';
import { orderRequest } from '../../supabase/tests/shop-cast.ts';
import { signedInFlag } from '../../supabase/functions/_shared/contract/current-user.ts';
import type { PlaceOrderReply } from '../../supabase/functions/_shared/contract/orders.ts';
import type { Product } from '../../supabase/functions/_shared/contract/products.ts';

// Helpers that bring a visitor's browser into a state directly, with the real shop behind it.

export const approvedCard = '4242424242424242';
const undecidedCard = '5454545454545454';

type Role = 'admin' | 'customer';
type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;
/** The sessions of the demo accounts, each reused by this process for a while. */
const sessions = new Map<Role, { cookies: Cookies; since: number }>();
/** Milliseconds; ten minutes after signing in, some actions require the password again. */
const maxSessionAgeMs = 5 * 60_000;

/**
 * Signs the visitor in with a demo account, in a session shared with other tests; a test that ends the session uses
 * `signInAnew`.
 */
export async function signIn(page: Page, role: Role): Promise<void> {
  const session = sessions.get(role);
  if (session && Date.now() - session.since < maxSessionAgeMs)
    return page.context().addCookies(session.cookies);
  await signInAnew(page, role);
  sessions.set(role, { cookies: await page.context().cookies(), since: Date.now() });
}

/** Sets the browser's session cookie, given as `sid=value`; or a guest's. */
export async function takeSession(page: Page, site: string, cookie: string, isGuest = false): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  const mark = { name: signedInFlag, value: '1', url: site };
  await page.context().addCookies([{ name, value, url: site }, ...(isGuest ? [] : [mark])]);
}

/** `signIn` with a new session. */
export async function signInAnew(page: Page, role: Role): Promise<void> {
  const { email, password } = demoAccount(role);
  const answer = await page.request.post('/api/auth/login', { data: { email, password } });
  if (!answer.ok()) throw new Error(`Not signed in: ${await answer.text()}`);
}

/** A newly registered user with an unconfirmed address, signed in on this number of devices, including this one. */
export async function newcomer(page: Page, { devices = 1 } = {}): Promise<void> {
  const person = {
    name: 'Atieno Were',
    // As long as addresses of ministries are: on a phone, wider than the page.
    email: `atieno.akinyi.${randomUUID().slice(0, 8)}.procurement@geologicalsurvey.example`,
    phone: '0722 000 111',
    address: 'Milimani Estate, Kisumu',
    password: 'lake-victoria',
  };
  const answer = await page.request.post('/api/auth/register', { data: person });
  if (!answer.ok()) throw new Error(`Not registered: ${await answer.text()}`);
  for (let device = 1; device < devices; device += 1) await signedIn(person);
}

export function demoAccount(role: Role) {
  const account = stackUnderTest().accounts.find((one) => one.role === role);
  if (!account) throw new Error(`The demo has no ${role}.`);
  return account;
}

/** The products on sale, fetched by the visitor's browser. */
export async function productsOnSale(page: Page, category?: string): Promise<Product[]> {
  const answer = await page.request.get(`/api/products${category ? `/category/${category}` : ''}`);
  return (await answer.json()) as Product[];
}

/** Places an unpaid order of DC converters in this visitor's session. */
export async function placeOrder(page: Page, quantity = 1): Promise<PlaceOrderReply> {
  // The list may be some seconds old: one that has been sold out since is passed over.
  for (const { id, price, stock } of await productsOnSale(page, 'converters')) {
    if (stock < quantity) continue;
    const answer = await page.request.post('/api/orders', {
      headers: { 'idempotency-key': randomUUID() },
      data: orderRequest([{ productId: id, quantity, price }]),
    });
    if (answer.ok()) return (await answer.json()) as PlaceOrderReply;
    const text = await answer.text();
    if (!text.includes('out_of_stock')) throw new Error(`No order: ${text}`);
  }
  throw new Error('No converter is left in the demo shop.');
}

/** Marks the browser as one in which an order was placed. Must be called before the page is opened. */
export async function hasOrderedHere(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('order-was-remembered')) return;
    sessionStorage.setItem('order-was-remembered', 'yes');
    localStorage.setItem('shop.has-ordered', '{"version":1,"state":true}');
  });
}

/** Pays an order on the bank's page and returns. */
export async function pay({ payment }: PlaceOrderReply, card = approvedCard): Promise<URL> {
  return comeBack(await payAtTheBank(payment, card));
}

/** Stores products in the browser's cart. Must be called before the page is opened. */
export async function fillCart(page: Page, lines: readonly [Product, number][]): Promise<void> {
  const items = lines.map(([product, quantity]) => ({ product, quantity }));
  await page.addInitScript(
    ([key, text]) => {
      // Only once: the visitor's changes must survive a reload.
      if (sessionStorage.getItem('cart-was-filled')) return;
      sessionStorage.setItem('cart-was-filled', 'yes');
      localStorage.setItem(key as string, text as string);
    },
    ['cart-storage', JSON.stringify({ version: 1, state: { items, isOpen: false } })],
  );
}

/** Mocks a response of the API: only for states that a working shop does not have. */
export async function mockResponse(
  page: Page,
  path: string,
  status: number,
  body: unknown,
  method?: string,
): Promise<void> {
  await page.route(`**${path}`, (route: Route) => {
    if (method !== undefined && route.request().method() !== method) return route.fallback();
    return route.fulfill({ status, json: body });
  });
}

/** Holds a request of the page; returns a function that releases it. */
export async function holdRequests(page: Page, path: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**${path}`, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

/** Opens the home page from another page, so that it is rendered by the app and not prerendered. */
export async function openHomeInApp(page: Page): Promise<void> {
  await page.goto('/returns');
  await page.getByRole('banner').getByRole('link', { name: /home$/ }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

/** The path of a product's page without a prerendered file: by its id. */
export async function pathOfId(page: Page, slug: string): Promise<string> {
  const answer = await page.request.get(`/api/products/${slug}`);
  return `/product/${((await answer.json()) as Product).id}`;
}

/** Three different products in the cart: one, two and three pieces. */
export async function withCart(page: Page): Promise<void> {
  const onSale = (await productsOnSale(page)).filter(({ stock }) => stock > 2);
  await fillCart(
    page,
    onSale.slice(0, 3).map((product, index) => [product, index + 1]),
  );
}

/** One order that waits for its buyer, one that waits for the bank. */
export async function withOpenOrders(page: Page): Promise<void> {
  await hasOrderedHere(page);
  await placeOrder(page);
  await pay(await placeOrder(page, 2), undecidedCard);
}

/** Opens the line that stands for those orders. */
export async function openList(page: Page): Promise<void> {
  await page.getByText('2 orders are not paid yet').click();
  await page.getByText('is waiting for the bank').first().waitFor();
}
