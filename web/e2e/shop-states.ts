import { randomUUID } from 'node:crypto';
import type { Page, Route } from 'playwright-core';
import { signedIn } from '../../supabase/tests/api-customer.ts';
import { comeBack, payAtTheBank } from '../../supabase/tests/api-visitor.ts';
import { stackUnderTest } from '../../local/testing/stack-under-test.ts';
import { orderRequest } from '../../supabase/tests/shop-cast.ts';
import { signInMark } from '../../supabase/functions/_shared/contract/current-user.ts';
import type { PlaceOrderReply } from '../../supabase/functions/_shared/contract/orders.ts';
import type { Product } from '../../supabase/functions/_shared/contract/products.ts';

// Ways to bring a visitor's browser into a state without walking there. The shop behind it is the real one.

export const approvedCard = '4242424242424242';
const undecidedCard = '5454545454545454';

type Role = 'admin' | 'customer';
type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;
/** The sessions of the demo accounts, each signed in once and reused by this process for a while. */
const sessions = new Map<Role, { cookies: Cookies; since: number }>();
/** Milliseconds; staff who signed in ten minutes ago are asked for their password here and there. */
const longestShared = 5 * 60_000;

/**
 * Signs the visitor in as somebody of the demo, in a session that other tests share: a test that ends the session uses
 * `signInAnew`.
 */
export async function signIn(page: Page, role: Role): Promise<void> {
  const session = sessions.get(role);
  if (session && Date.now() - session.since < longestShared)
    return page.context().addCookies(session.cookies);
  await signInAnew(page, role);
  sessions.set(role, { cookies: await page.context().cookies(), since: Date.now() });
}

/** Puts the browser into the session of somebody who signed in without it, as `sid=value`; or into a guest's. */
export async function takeSession(page: Page, site: string, cookie: string, isGuest = false): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  const mark = { name: signInMark, value: '1', url: site };
  await page.context().addCookies([{ name, value, url: site }, ...(isGuest ? [] : [mark])]);
}

/** The same in a session of its own. */
export async function signInAnew(page: Page, role: Role): Promise<void> {
  const { email, password } = demoAccount(role);
  const answer = await page.request.post('/api/auth/login', { data: { email, password } });
  if (!answer.ok()) throw new Error(`Not signed in: ${await answer.text()}`);
}

/** Somebody who has just registered, and whose address is not confirmed; signed in on so many devices, this one included. */
export async function newcomer(page: Page, { devices = 1 } = {}): Promise<void> {
  const person = {
    name: 'Atieno Were',
    email: `atieno-${randomUUID().slice(0, 8)}@example.com`,
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

/** What the shop sells, as the visitor's own browser reads it. */
export async function productsOnSale(page: Page, category?: string): Promise<Product[]> {
  const answer = await page.request.get(`/api/products${category ? `/category/${category}` : ''}`);
  return (await answer.json()) as Product[];
}

/** Places an order of DC converters for this visitor's session and leaves it unpaid. */
export async function placeOrder(page: Page, quantity = 1): Promise<PlaceOrderReply> {
  const product = (await productsOnSale(page, 'converters')).find(({ stock }) => stock >= quantity);
  if (!product) throw new Error('No converter is left in the demo shop.');
  const answer = await page.request.post('/api/orders', {
    headers: { 'idempotency-key': randomUUID() },
    data: orderRequest([{ productId: product.id, quantity, price: product.price }]),
  });
  if (!answer.ok()) throw new Error(`No order: ${await answer.text()}`);
  return (await answer.json()) as PlaceOrderReply;
}

/** What a browser remembers in which an order was placed. To be called before the page is opened. */
export async function hasOrderedHere(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('order-was-remembered')) return;
    sessionStorage.setItem('order-was-remembered', 'yes');
    localStorage.setItem('shop.has-ordered', '{"version":1,"state":true}');
  });
}

/** Pays an order at the bank's page and comes back. */
export async function pay({ payment }: PlaceOrderReply, card = approvedCard): Promise<URL> {
  return comeBack(await payAtTheBank(payment, card));
}

/** Puts products into the cart as the browser keeps it. To be called before the page is opened. */
export async function fillCart(page: Page, lines: readonly [Product, number][]): Promise<void> {
  const items = lines.map(([product, quantity]) => ({ product, quantity }));
  await page.addInitScript(
    ([key, text]) => {
      // Once: what the visitor then does to it must survive a reload.
      if (sessionStorage.getItem('cart-was-filled')) return;
      sessionStorage.setItem('cart-was-filled', 'yes');
      localStorage.setItem(key as string, text as string);
    },
    ['cart-storage', JSON.stringify({ version: 1, state: { items, isOpen: false } })],
  );
}

/** Answers a call of the page in the shop's place: only for states that a working shop does not have. */
export async function answerInstead(
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

/** Lets a call of the page hang; returns what sends it on its way to the shop. */
export async function holdBack(page: Page, path: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**${path}`, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

/** The front page as the app draws it itself: coming from another page, nothing of it is there beforehand. */
export async function comeHome(page: Page): Promise<void> {
  await page.goto('/returns');
  await page.getByRole('banner').getByRole('link', { name: /home$/ }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

/** A product's page of which no file is there: by its id. */
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
