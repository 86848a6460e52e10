import { randomUUID } from 'node:crypto';
import { Parser } from 'htmlparser2';
import type { Order, PlaceOrderReply } from '../functions/_shared/contract/orders.ts';
import type { Product } from '../functions/_shared/contract/products.ts';
import { stackUnderTest } from '../../local/testing/stack-under-test.ts';
import { type CartLine, orderRequest } from './shop-cast.ts';

export type Answer<T = unknown> = { status: number; body: T; headers: Headers };

/** Somebody with a cookie jar in front of the shop's API. */
export class Visitor {
  cookie = '';
  /** What makes this device known once it has signed in. */
  deviceCookie = '';
  readonly site: string;

  constructor(site = stackUnderTest().addresses.site) {
    this.site = site;
  }

  async call<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const response = await fetch(this.site + path, {
      method,
      redirect: 'manual',
      headers: {
        cookie: [this.cookie, this.deviceCookie].filter(Boolean).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body),
    });
    for (const set of response.headers.getSetCookie()) {
      const value = set.includes('Max-Age=0') ? '' : (set.split(';')[0] ?? '');
      if (/^(__Host-)?device=/.test(set)) this.deviceCookie = value;
      else if (/^(__Host-)?sid=/.test(set)) this.cookie = value;
    }
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text ? parsed(text) : null) as T };
  }

  get = <T = unknown>(path: string, headers?: Record<string, string>) =>
    this.call<T>('GET', path, undefined, headers);
  post = <T = unknown>(path: string, body: unknown, headers?: Record<string, string>) =>
    this.call<T>('POST', path, body, headers);

  put = <T = unknown>(path: string, body: unknown) => this.call<T>('PUT', path, body);

  /** Again and again while the shop is busy, as a buyer would. */
  async placeOrder(items: CartLine[], key: string = randomUUID()): Promise<Answer<PlaceOrderReply>> {
    for (;;) {
      const answer = await this.post<PlaceOrderReply>('/api/orders', orderRequest(items), {
        'idempotency-key': key,
      });
      if ((answer.body as { code?: string }).code !== 'shop_busy') return answer;
      await new Promise((resolve) => setTimeout(resolve, 50 + 200 * Math.random()));
    }
  }

  async orderOf(orderId: string): Promise<Order> {
    return (await this.get<Order>(`/api/orders/${orderId}`)).body;
  }

  /** A product of the seed with enough on the shelf. */
  async someProduct(pieces = 3): Promise<Product> {
    const { body } = await this.get<Product[]>('/api/products');
    const product = body.find((candidate) => candidate.stock >= pieces && candidate.category !== 'fridges');
    if (!product) throw new Error('Nothing left in the demo shop.');
    return product;
  }
}

/** What a browser sends that was opened with the order's link. */
export const withLinkOf = ({ linkKey = '' }: Pick<Order, 'linkKey'>) => ({ 'x-order-key': linkKey });

export type Form = { action: string; fields: Record<string, string> };

/** Fills in the bank's card page as a customer's browser would; returns the form that posts the customer back. */
export async function payAtTheBank(payment: PlaceOrderReply['payment'], card: string): Promise<Form> {
  const form = await payAndMaybeReturn(payment, card);
  if (form === null) throw new Error('The bank shows no way back.');
  return form;
}

/** The same at a bank that may lose the way back: then null. */
export async function payAndMaybeReturn(
  payment: PlaceOrderReply['payment'],
  card: string,
): Promise<Form | null> {
  const gateway = new URL(payment.action).origin;
  const page = await submit(payment.action, payment.fields);
  const { action, fields } = shown(firstForm(await page.text()));
  const done = await submit(new URL(action, gateway).href, {
    ...fields,
    CardNumber: card,
    CardName: 'A Buyer',
    CardExpiry: '12/31',
    CardSecurityCode: '123',
    Action: 'Pay',
  });
  return firstForm(await done.text());
}

/** The browser's cross-site post to the shop: no cookie, a foreign origin. Returns where it leads. */
export async function comeBack({ action, fields }: Form): Promise<URL> {
  const response = await submit(action, fields);
  if (response.status !== 303)
    throw new Error(`${action} answered ${response.status}: ${await response.text()}`);
  return new URL(response.headers.get('location') ?? '');
}

function submit(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'https://bank.example', 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams(fields),
  });
}

function shown(form: Form | null): Form {
  if (form === null) throw new Error('The page has no form.');
  return form;
}

function firstForm(html: string): Form | null {
  let action: string | null = null;
  const fields: Record<string, string> = {};
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (tag === 'form') action ??= attributes.action ?? '';
      if (tag === 'input' && attributes.type === 'hidden' && attributes.name)
        fields[attributes.name] = attributes.value ?? '';
    },
  });
  parser.end(html);
  return action === null ? null : { action, fields };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
