import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { newCustomer, signedIn } from '../api-customer.ts';
import { comeBack, payAtTheBank, Visitor, withLinkOf } from '../api-visitor.ts';
import { readPdf } from '../read-pdf.ts';
import { as, newProduct } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

/** The status, and what the first bytes of the body say that it is. */
async function paper(visitor: Visitor, orderId: string, kind: string, headers: Record<string, string> = {}) {
  return pdf(visitor, `/api/orders/${orderId}/papers/${kind}`, headers);
}

async function pdf(visitor: Visitor, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(visitor.site + path, { headers: { cookie: visitor.cookie, ...headers } });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const begins = Buffer.from(bytes).toString('latin1', 0, 5);
  return { status: response.status, begins, headers: response.headers, bytes };
}

it('whoever sees the whole order gets its papers as PDF: a proforma, and once it is paid the invoice', async () => {
  const product = await newProduct(sql, { price: 5000 });
  const guest = new Visitor();
  const { body } = await guest.placeOrder([{ productId: product.id, quantity: 1, price: 5000 }]);
  const { order, payment } = body;
  const proforma = await paper(guest, order.id, 'proforma');
  expect(proforma).toMatchObject({ status: 200, begins: '%PDF-' });
  expect(proforma.headers.get('content-type')).toBe('application/pdf');
  expect(proforma.headers.get('cache-control')).toContain('no-store');
  expect(proforma.headers.get('content-disposition')).toMatch(
    /^inline; filename="Proforma-IC-[0-9A-F]{8}\.pdf"$/,
  );
  expect(await paper(guest, order.id, 'invoice')).toMatchObject({ status: 404 });
  // Whoever follows an old link to it reads a sentence.
  expect(await paper(guest, order.id, 'invoice', { accept: 'text/html' })).toMatchObject({
    status: 404,
    begins: '<!doc',
  });

  await comeBack(await payAtTheBank(payment, '4242424242424242'));
  await expect.poll(async () => (await guest.orderOf(order.id)).status).toBe('paid');
  const invoice = await paper(guest, order.id, 'invoice');
  expect(invoice).toMatchObject({ status: 200, begins: '%PDF-' });
  expect(invoice.headers.get('content-disposition')).toMatch(/filename="INV-\d{4}-\d{5,}\.pdf"$/);
  const again = await paper(guest, order.id, 'invoice');
  expect(again.headers.get('content-disposition')).toBe(invoice.headers.get('content-disposition'));

  // They name the buyer: whoever has the link alone, or another account, gets none.
  const { visitor: stranger } = await newCustomer();
  for (const [visitor, headers] of [
    [new Visitor(), {}],
    [stranger, {}],
    [new Visitor(), withLinkOf(order)],
  ] as const)
    expect(await paper(visitor, order.id, 'invoice', headers)).toMatchObject({
      status: 404,
      begins: expect.stringMatching(/^\{/),
    });
  // With the phone or the e-mail of the order the link opens them.
  const linked = (contact: string) =>
    new Visitor().post<{ base64: string }>(
      `/api/orders/${order.id}/papers/invoice`,
      { contact },
      withLinkOf(order),
    );
  expect(await linked('')).toMatchObject({ status: 400 });
  expect(await linked('bob@example.com')).toMatchObject({ status: 403 });
  const { base64 } = (await linked(order.customerEmail ?? '')).body;
  const { text } = readPdf(Buffer.from(base64, 'base64'));
  expect(text).toContain(order.customerName);
  expect(text.join(' ')).not.toContain(order.customerAddress);
  for (const kind of ['credit_note', 'receipt'])
    expect((await paper(guest, order.id, kind)).status).toBe(404);

  const { typed, user } = await newCustomer();
  await sql`update public.users set role = 'sales' where id = ${user.id}`;
  const clerk = await signedIn(typed);
  expect(await paper(clerk, order.id, 'invoice')).toMatchObject({ status: 200, begins: '%PDF-' });
  const [issued] = await sql<{ number: string }[]>`
    select private.paper_number(p) as number from private.papers p where p.order_id = ${order.id}`;
  const alone = (number?: string) => paper(clerk, order.id, `invoice?number=${number}`);
  expect(readPdf((await alone(issued?.number)).bytes).text).toContain(issued?.number);
  expect((await alone('CN-2026-00001')).status).toBe(404);

  // Once eTIMS has signed it, what staff print an hour after its first print is a copy; the buyer's file never is.
  const isCopy = async (who: Visitor) =>
    readPdf((await paper(who, order.id, 'invoice')).bytes).text.includes('COPY');
  const signature = randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase();
  await sql`insert into private.paper_signatures (paper_id, unit, receipt, signature, signed_at, qr)
    select id, 'KRACU0300001234', id, ${signature}, now(), 'https://etims.kra.go.ke/1' from private.papers where order_id = ${order.id}`;
  expect(await isCopy(guest)).toBe(false);
  // Looking at it is no print.
  const printed = () =>
    sql`select 1 from private.paper_signatures where signature = ${signature} and printed_at is not null`;
  expect(await isCopy(clerk)).toBe(false);
  expect(await printed()).toHaveLength(0);
  await as(
    sql,
    { role: 'authenticated', userId: user.id },
    (t) => t`select public.note_paper_print(${order.id})`,
  );
  expect(await printed()).toHaveLength(1);
  expect(await isCopy(clerk)).toBe(false);
  await sql`update private.paper_signatures set printed_at = printed_at - interval '61 minutes' where signature = ${signature}`;
  expect([await isCopy(clerk), await isCopy(guest)]).toEqual([true, false]);
});

it('staff alone get the packing slips of orders, or of a parcel of one', async () => {
  const product = await newProduct(sql, { price: 5000 });
  const { visitor: buyer } = await newCustomer();
  const { body } = await buyer.placeOrder([{ productId: product.id, quantity: 1, price: 5000 }]);
  const { id } = body.order;
  const { typed, user } = await newCustomer();
  await sql`update public.users set role = 'warehouse' where id = ${user.id}`;
  const packer = await signedIn(typed);
  const { body: second } = await buyer.placeOrder([{ productId: product.id, quantity: 1, price: 5000 }]);
  const both = await paper(packer, id, `packing-slip?with=${second.order.id},no-id`);
  expect(both).toMatchObject({ status: 200, begins: '%PDF-' });
  expect(both.headers.get('content-disposition')).toMatch(/filename="Packing-slips\.pdf"$/);
  expect(await paper(packer, id, `packing-slip?with=${user.id}`)).toMatchObject({ status: 404 });
  const slip = await paper(packer, id, 'packing-slip');
  expect(slip).toMatchObject({ status: 200, begins: '%PDF-' });
  expect(slip.headers.get('cache-control')).toContain('no-store');
  expect(slip.headers.get('content-disposition')).toMatch(/filename="Packing-slip-IC-[0-9A-F]{8}\.pdf"$/);
  expect(await paper(packer, id, `packing-slip?parcel=${user.id}`)).toMatchObject({ status: 404 });
  expect(await paper(packer, user.id, 'packing-slip')).toMatchObject({ status: 404 });

  expect(await paper(buyer, id, 'packing-slip')).toMatchObject({ status: 403 });
  expect(await paper(new Visitor(), id, 'packing-slip', withLinkOf(body.order))).toMatchObject({
    status: 401,
  });
});

it('staff who see payments alone get the statement of account of an order’s buyer', async () => {
  const product = await newProduct(sql, { price: 5000 });
  const { visitor: buyer } = await newCustomer();
  const { body } = await buyer.placeOrder([{ productId: product.id, quantity: 1, price: 5000 }]);
  const { id } = body.order;
  const as = async (role: string) => {
    const { typed, user } = await newCustomer();
    await sql`update public.users set role = ${role} where id = ${user.id}`;
    return signedIn(typed);
  };
  const accounts = await as('accounts');
  const days = 'statement?from=2026-01-01&to=2026-12-31';
  const statement = await paper(accounts, id, days);
  expect(statement).toMatchObject({ status: 200, begins: '%PDF-' });
  expect(statement.headers.get('cache-control')).toContain('no-store');
  expect(statement.headers.get('content-disposition')).toMatch(/"Statement-2026-01-01-2026-12-31\.pdf"$/);
  for (const wrong of [
    'statement',
    'statement?from=x&to=2026-12-31',
    'statement?from=2026-12-31&to=2026-01-01',
  ])
    expect(await paper(accounts, id, wrong)).toMatchObject({ status: 400 });
  expect(await paper(accounts, randomUUID(), days)).toMatchObject({ status: 404 });
  for (const visitor of [await as('warehouse'), buyer])
    expect(await paper(visitor, id, days)).toMatchObject({ status: 403 });
  expect(await paper(new Visitor(), id, days, withLinkOf(body.order))).toMatchObject({ status: 401 });
});

it('anybody gets the data sheet of a product as PDF, under its name', async () => {
  const { id, slug } = await newProduct(sql);
  for (const name of [id, slug]) {
    const sheet = await pdf(new Visitor(), `/api/data-sheets/${name}`);
    expect(sheet).toMatchObject({ status: 200, begins: '%PDF-' });
    expect(sheet.headers.get('content-disposition')).toBe(`inline; filename="${slug}.pdf"`);
    // The CDN keeps it for some seconds, so that asking often costs nothing.
    expect(sheet.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  }
  const missing = await pdf(new Visitor(), '/api/data-sheets/no-such-auger');
  expect(missing).toMatchObject({ status: 404 });
  expect(missing.headers.get('cache-control')).toContain('no-store');
});

it('papers have the logo that an operator has put into Storage, and none without', async () => {
  const { addresses, keys } = stackUnderTest();
  const { slug } = await newProduct(sql);
  const hasLogo = async () => {
    const { status, bytes } = await pdf(new Visitor(), `/api/data-sheets/${slug}?${randomUUID()}`);
    return [status, Buffer.from(bytes).toString('latin1').includes('/DCTDecode')];
  };
  const atStorage = (method: string, headers: Record<string, string>, body?: Buffer<ArrayBuffer>) =>
    fetch(`${addresses.supabase}/storage/v1/object/shop/logo.jpg`, { method, headers, body });
  // Storage ends the connection of what it refuses half-way, so that no other request may use it.
  const operator = { apikey: keys.secret, connection: 'close' };
  const jpeg = Buffer.from('ffd8ffc000110800100040030111000211010311010000ffd9', 'hex');
  onTestFinished(async () => void (await atStorage('DELETE', operator)));

  expect(await hasLogo()).toEqual([200, false]);
  const headers = { 'content-type': 'image/jpeg' };
  expect((await atStorage('POST', { apikey: keys.publishable, ...headers }, jpeg)).ok).toBe(false);
  expect((await atStorage('POST', { ...operator, 'content-type': 'image/png' }, jpeg)).ok).toBe(false);
  const large = Buffer.concat([jpeg, Buffer.alloc(200_000)]);
  expect((await atStorage('POST', { ...operator, ...headers }, large)).ok).toBe(false);
  expect(await hasLogo()).toEqual([200, false]);
  expect((await atStorage('POST', { ...operator, ...headers }, jpeg)).ok).toBe(true);
  expect(await hasLogo()).toEqual([200, true]);
});
