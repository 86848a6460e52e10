import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { endpointsOfContract } from '../../../local/testing/endpoints-of-contract.ts';
import { fillPath } from '../../functions/_shared/contract/endpoint.ts';
import type { PdfFile } from '../../functions/_shared/contract/papers.ts';
import type { Order, PlaceOrderReply } from '../../functions/_shared/contract/orders.ts';
import { newCustomer } from '../api-customer.ts';
import { Visitor, withLinkOf } from '../api-visitor.ts';
import { newProduct, newSession, orderRequest } from '../shop-cast.ts';
import { readPdf } from '../read-pdf.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

/** A guest's unpaid order, and what nobody but its buyer may read. */
async function guestsOrder() {
  const product = await newProduct(sql, { price: 5000 });
  const line = { productId: product.id, quantity: 1, price: product.price };
  const word = randomUUID().slice(0, 8);
  const digits = String(Date.now()).slice(-8);
  const buyer = {
    customerName: `Nyota ${word}`,
    customerEmail: `buyer-${word}@example.com`,
    customerPhone: `+2547${digits}`,
    customerAddress: `Milimani, house ${word}`,
    company: { name: `Water ${word}`, pin: null, purchaseOrder: `LPO ${word}` },
  };
  const request = orderRequest([line]);
  const guest = new Visitor();
  const { body, status } = await guest.post<PlaceOrderReply>('/api/orders', {
    ...request,
    orderData: { ...request.orderData, ...buyer },
  });
  expect(status).toBe(201);
  return { guest, request, order: body.order, secrets: [word, digits] };
}

type Asking = { visitor: Visitor; headers: Record<string, string> };

/** What ends the session comes last, and before it what makes others wait for the answer of a phone. */
const lateness = ({ path }: { path: string }) =>
  endsSession.test(path) ? 2 : path.endsWith('/prompt') ? 1 : 0;

/** Everybody who sees an order and not whose it is. */
const viewers: [who: string, of: (order: Order, guest: Visitor) => Promise<Asking>][] = [
  ['whoever has its link', async (order) => ({ visitor: new Visitor(), headers: withLinkOf(order) })],
  [
    'the next person who signs in at the guest’s browser',
    async (_, guest) => {
      const { visitor } = await newCustomer();
      // Signing in takes the browser's orders along.
      visitor.cookie = guest.cookie;
      const { typed } = await newCustomer();
      await visitor.post('/api/auth/login', typed);
      return { visitor, headers: {} };
    },
  ],
  [
    'the guest’s browser once an account has claimed it',
    async (order) => {
      const visitor = new Visitor();
      const value = randomBytes(32).toString('base64url');
      const sid = createHash('sha256').update(value).digest('hex');
      const old = await newSession(sql);
      await sql`update private.sessions set sid = ${sid} where sid = ${old}`;
      await sql`insert into private.session_orders (sid, order_id) values (${sid}, ${order.id})`;
      const { user } = await newCustomer();
      await sql`update public.orders set user_id = ${user.id}, claimed_at = now() where id = ${order.id}`;
      visitor.cookie = `sid=${value}`;
      return { visitor, headers: {} };
    },
  ],
];

/** What ends the asking session comes last. */
const endsSession = /logout|erase|reset-password|end-others|auth\/password$|login|register/;

it.each(viewers)(
  'no reply of the API names the buyer to %s',
  async (_, viewerOf) => {
    const { guest, request, order, secrets } = await guestsOrder();
    const whole = JSON.stringify((await guest.get(`/api/orders/${order.id}`)).body);
    for (const secret of secrets) expect(whole).toContain(secret);
    const { visitor, headers } = await viewerOf(order, guest);
    const number = order.id.slice(-8);
    const product = request.items[0]?.productId ?? '';
    const params = {
      orderId: order.id,
      id: order.id,
      orderNumber: number,
      sessionId: order.id,
      quotationId: order.id,
      kind: 'proforma',
      page: 'shipping',
      product,
      category: 'fridges',
      county: '47',
      name: 'x.webp',
      items: `${product}*1`,
    };
    const body = {
      ...request,
      orderNumber: number,
      contact: 'somebody@example.com',
      code: '123456',
      token: 'x',
      email: `x-${number}@example.com`,
      password: 'maji-na-mawe',
      currentPassword: 'maji-na-mawe',
      newPassword: 'jiwe-la-msingi',
      name: 'Bob Stranger',
      phone: '0700000000',
      address: 'Somewhere in Kisumu',
    };
    // Before a call that ends the session.
    const address = `/api/orders/${order.id}/papers/proforma`;
    const { body: file } = await visitor.post<PdfFile>(address, { contact: '' }, headers);
    const { text } = readPdf(Buffer.from(file.base64, 'base64'));
    expect(text).toContain('Proforma invoice');
    expect(secrets.filter((secret) => text.join(' ').includes(secret))).toEqual([]);
    const named = { contact: order.customerEmail ?? '' };
    const { body: withName } = await visitor.post<PdfFile>(address, named, headers);
    expect(readPdf(Buffer.from(withName.base64, 'base64')).text).toContain(order.customerName);
    const endpoints = (await endpointsOfContract())
      .map(({ endpoint }) => endpoint)
      .sort((a, b) => lateness(a) - lateness(b));
    const answers: Record<string, { status: number; body: unknown; reply: string }> = {};
    for (const { method, path } of endpoints) {
      const answer = await visitor.call(
        method,
        fillPath(path, params),
        method === 'GET' ? undefined : body,
        headers,
      );
      const said = JSON.stringify([answer.body, [...answer.headers]]);
      answers[`${method} ${path}`] = { status: answer.status, body: answer.body, reply: said };
    }
    // They were let in, and to the bank's page.
    expect(answers['GET /api/orders/:orderId']).toMatchObject({ status: 200, body: { view: 'reduced' } });
    const payment = answers['POST /api/orders/:orderId/payment'];
    expect(payment).toMatchObject({ status: 200, body: { payment: { method: 'POST' } } });
    // The letters of a PDF could not be found in the reply.
    expect(answers['POST /api/orders/:orderId/papers/:kind']).toMatchObject({ status: 403 });
    const naming = Object.entries(answers).filter(([, { reply }]) =>
      secrets.some((secret) => reply.includes(secret)),
    );
    expect(naming.map(([endpoint]) => endpoint)).toEqual([]);
    // What the bank's form holds in its place proves nothing.
    expect(payment).toMatchObject({
      body: { payment: { fields: { Ecom_BillTo_Online_Email: expect.stringMatching(/^sales@/) as string } } },
    });
  },
  120_000,
);
