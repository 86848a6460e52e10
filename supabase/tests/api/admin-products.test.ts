import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminProduct } from '../../functions/_shared/contract/admin.ts';
import type { ErrorReply } from '../../functions/_shared/contract/errors.ts';
import type { ProductPage } from '../../functions/_shared/contract/products.ts';
import { productCategories } from '../../functions/_shared/contract/product-form.ts';
import { registered } from '../admin-visitor.ts';
import { Visitor } from '../api-visitor.ts';
import { newProduct } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

let admin: Visitor;
let ada: Visitor;
beforeAll(async () => {
  admin = await registered(sql, 'admin');
  ada = await registered(sql);
});

const picture = (name: string, alt = '') => ({ url: `/pictures/${name}.webp`, alt });

/** The specification's payload. */
const form = {
  name: 'Chest freezer',
  category: 'fridges',
  description: 'Keeps samples cold.',
  price: 45_000,
  imageUrl: '/favicon.svg',
  stock: 3,
};

const made = async (over: object = {}) =>
  (await admin.post<AdminProduct>('/api/products', { ...form, ...over })).body;

describe('POST /api/products', () => {
  it('makes a product that shoppers see', async () => {
    const { status, body } = await admin.post<AdminProduct>('/api/products', {
      ...form,
      specs: [{ label: 'Volume', value: '200 l' }],
      warrantyYears: 2,
      keywords: 'friji',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...form,
      isActive: true,
      held: 0,
      rating: '0.00',
      brand: null,
      keywords: 'friji',
    });
    expect(body.slug).toMatch(/^chest-freezer(-\d+)?$/);
    expect(body.pictures).toEqual([{ url: form.imageUrl, alt: '' }]);
    const { held: _, keywords: __, pictures: ___, replacedBy: ____, ...shown } = body;
    expect((await new Visitor().get(`/api/products/${body.slug}`)).body).toEqual({
      ...shown,
      keyValues: [],
    });
  });

  it('takes every category of the form and of the shop, and no other', async () => {
    const ofTheForm = ['fridges', 'tvs', 'cooking', 'washing'];
    const ofTheShop = ['solar', 'batteries', 'instruments', 'invertors', 'converters', 'pqwt', 'gps'];
    expect([...productCategories].sort()).toEqual([...ofTheForm, ...ofTheShop].sort());
    for (const category of productCategories)
      expect([category, (await made({ category, isActive: false })).category]).toEqual([category, category]);
    await sql`delete from public.products where name = ${form.name} and category <> 'fridges'`;
    expect(await admin.post('/api/products', { ...form, category: 'boats' })).toMatchObject({
      status: 400,
      body: { fields: { category: 'Choose one of the categories' } },
    });
  });

  it('sent twice with its key is one product', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const [a, b] = await Promise.all([
      admin.post<AdminProduct>('/api/products', form, key),
      admin.post<AdminProduct>('/api/products', form, key),
    ]);
    expect(b).toMatchObject({ status: 201, body: a.body });
    expect(await admin.post('/api/products', form, { 'idempotency-key': 'once' })).toMatchObject({
      status: 400,
    });
  });

  it('says at the field what is missing or wrong', async () => {
    const empty = await admin.post<ErrorReply>('/api/products', {});
    expect(empty).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(Object.keys(empty.body.fields ?? {}).sort()).toEqual(Object.keys(form).sort());
    const wrong: [string, unknown, string][] = [
      ['name', '  ', 'Name is required'],
      ['name', 'x'.repeat(201), 'Please use at most 200 characters'],
      ['price', 0, 'Price must be at least KES 1'],
      ['price', 10.5, 'Price must be a whole number'],
      ['price', '100', 'Price must be a number'],
      ['price', 1e308, 'Price can be at most KES 99,999,999'],
      ['stock', -1, 'Stock cannot be negative'],
      ['stock', 2.5, 'Stock must be a whole number'],
      ['stock', '3', 'Stock must be a number'],
      ['imageUrl', 'freezer.jpg', 'Enter a web address that begins with https://'],
      ['imageUrl', 'javascript:alert(1)', 'Enter a web address that begins with https://'],
      ['imageUrl', '//evil.example/x', 'Enter a web address that begins with https://'],
      ['imageUrl', '/\\evil.example/x', 'Enter a web address that begins with https://'],
      ['pictures', '/a.webp', 'Pictures must be a list'],
      ['pictures', Array(2000).fill(picture('a')), 'A product has at most 8 pictures'],
      ['pictures', [picture('a'), picture('a', 'again')], 'The same picture is there twice'],
      ['pictures[0].url', [{ url: '//evil.example/x' }], 'Enter a web address that begins with https://'],
      ['pictures[0].alt', [picture('a', 'x'.repeat(201))], 'Please use at most 200 characters'],
      ['slug', 'Not A Slug', 'Use small letters, digits and single hyphens'],
      ['specs', 'many', 'Specifications must be a list'],
      ['specs[0].value', [{ label: 'Volume' }], 'Value is missing'],
      ['warrantyYears', 100, 'Warranty can be at most 99 years'],
      ['isActive', 'yes', 'Must be true or false'],
    ];
    for (const [field, value, message] of wrong) {
      const name = field.replace(/\[.*/, '');
      const answer = await admin.post<ErrorReply>('/api/products', { ...form, [name]: value });
      expect([field, answer.status, answer.body.fields?.[field]]).toEqual([field, 400, message]);
    }
    const { slug } = await made();
    expect(await admin.post('/api/products', { ...form, slug })).toMatchObject({
      status: 409,
      body: { code: 'slug_taken', fields: { slug: expect.any(String) as string } },
    });
  });
});

describe('PUT /api/products/{id}', () => {
  it('changes what is sent and leaves the rest', async () => {
    const product = await made({ brand: 'Ramtons', model: 'CF/231' });
    const path = `/api/products/${product.id}`;
    const changed = await admin.put<AdminProduct>(path, {
      ...form,
      price: 40_000,
      model: null,
      isActive: false,
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        id: product.id,
        slug: product.slug,
        price: 40_000,
        brand: 'Ramtons',
        model: null,
        isActive: false,
      },
    });
    expect((await new Visitor().get(path)).status).toBe(404);
    expect(await admin.put(`/api/products/${randomUUID()}`, form)).toMatchObject({ status: 404 });
    expect(await admin.put('/api/products/1', form)).toMatchObject({ status: 404 });
    expect(await admin.put(path, { ...form, price: -1 })).toMatchObject({ status: 400 });
  });

  it('of something changed meanwhile is refused with the product as it is now', async () => {
    const product = await made();
    const path = `/api/products/${product.id}`;
    const seen = { seenUpdatedAt: product.updatedAt };
    const first = await admin.put<AdminProduct>(path, { ...form, ...seen, price: 44_000 });
    expect(first.status).toBe(200);
    expect((await admin.put(path, { ...form, ...seen, price: 44_000 })).body).toEqual(first.body);
    expect(await admin.put(path, { ...form, ...seen, price: 1 })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', product: first.body },
    });
  });

  it('does not take pieces from who is paying for them', async () => {
    const product = await made({ stock: 3 });
    const buyer = new Visitor();
    const order = () => buyer.placeOrder([{ productId: product.id, quantity: 2, price: form.price }]);
    // The shop may be busy.
    while ((await order()).status === 503);
    const path = `/api/products/${product.id}`;
    expect(await admin.put(path, { ...form, stock: 1 })).toMatchObject({
      status: 409,
      body: { code: 'stock_is_held', fields: { stock: expect.any(String) as string } },
    });
    expect(await admin.put(path, { ...form, stock: 2 })).toMatchObject({ status: 200, body: { held: 2 } });
  });

  it('with a new price, a cart with the old one is refused', async () => {
    const product = await made();
    await admin.put(`/api/products/${product.id}`, { ...form, price: 50_000 });
    const stale = [{ productId: product.id, quantity: 1, price: form.price }];
    expect(await new Visitor().placeOrder(stale)).toMatchObject({
      status: 409,
      body: { code: 'price_changed', lines: [{ productId: product.id, price: 50_000 }] },
    });
  });
});

describe('DELETE /api/products/{id}', () => {
  it('erases what nobody ordered, and archives what somebody did', async () => {
    const [unordered, ordered] = [await made(), await made()];
    const buyer = new Visitor();
    const placed = await buyer.placeOrder([{ productId: ordered.id, quantity: 1, price: form.price }]);
    const erase = (id: string) => admin.call('DELETE', `/api/products/${id}`);
    expect(await erase(unordered.id)).toMatchObject({
      status: 200,
      body: { success: true, archived: false },
    });
    expect(await erase(unordered.id)).toMatchObject({ status: 404 });
    for (let press = 0; press < 2; press++)
      expect(await erase(ordered.id)).toMatchObject({
        status: 200,
        body: { success: true, archived: true },
      });
    expect((await new Visitor().get(`/api/products/${ordered.id}`)).status).toBe(404);
    expect((await buyer.orderOf(placed.body.order.id)).items).toMatchObject([{ productId: ordered.id }]);
  });
});

describe('a user who is not an admin', () => {
  it('is refused before the form is checked', async () => {
    const { id } = await newProduct(sql);
    const transactions: [string, string, unknown?][] = [
      ['POST', '/api/products', form],
      ['POST', '/api/products', {}],
      ['PUT', `/api/products/${id}`, form],
      ['DELETE', `/api/products/${id}`],
    ];
    for (const [method, path, body] of transactions) {
      expect(await new Visitor().call(method, path, body)).toMatchObject({
        status: 401,
        body: { code: 'not_signed_in' },
      });
      expect(await ada.call(method, path, body)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
    expect((await new Visitor().get(`/api/products/${id}`)).status).toBe(200);
  });
});

describe('PUT /api/products/{id} of what was seen', () => {
  it('writes what was changed, and keeps a sale that came between', async () => {
    const product = await made({ stock: 5 });
    const path = `/api/products/${product.id}`;
    const seen = { name: form.name, description: form.description, price: form.price };
    await sql`update public.products set stock = 4 where id = ${product.id}`;
    const answer = await admin.put(path, { ...form, stock: 5, price: 46_000, seen: { ...seen, stock: 5 } });
    expect(answer).toMatchObject({ status: 200, body: { price: 46_000, stock: 4 } });
    expect(
      await admin.put(path, { ...form, stock: 9, price: 46_000, seen: { ...seen, price: 46_000, stock: 5 } }),
    ).toMatchObject({ status: 409, body: { code: 'changed_meanwhile', product: { stock: 4 } } });
  });

  it('takes the gallery, of which imageUrl is the first; imageUrl alone replaces that one', async () => {
    const pictures = [picture('front', 'Front'), picture('back')];
    const { id, imageUrl } = await made({ pictures });
    expect(imageUrl).toBe(pictures[0]?.url);
    const path = `/api/products/${id}`;
    const put = (body: object) => admin.put<AdminProduct>(path, { ...form, imageUrl, ...body });
    const turned = pictures.toReversed();
    expect(await put({ pictures: turned, seen: { pictures } })).toMatchObject({
      status: 200,
      body: { imageUrl: turned[0]?.url, pictures: turned },
    });
    // Somebody else still sees the former order.
    expect(await put({ pictures: [picture('case')], seen: { pictures } })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', product: { pictures: turned } },
    });
    const replaced = [picture('new'), picture('front', 'Front')];
    expect((await put({ imageUrl: picture('new').url })).body).toMatchObject({
      imageUrl: picture('new').url,
      pictures: replaced,
    });
    const { body: page } = await new Visitor().get<ProductPage>(`${path}/page`);
    expect(page.pictures).toEqual(replaced);
    expect(page.product.imageUrl).toBe(picture('new').url);
    expect(await put({ pictures: [] })).toMatchObject({ status: 400, body: { code: 'image_required' } });
    expect((await ada.put(path, { ...form, pictures })).status).toBe(403);
  });

  it('leaves a product of the catalogue without a picture, and takes none away', async () => {
    const { id } = await newProduct(sql);
    const none = { ...form, imageUrl: null };
    expect(await admin.put(`/api/products/${id}`, { ...none, seen: { imageUrl: null } })).toMatchObject({
      status: 200,
      body: { name: form.name, imageUrl: null },
    });
    const { imageUrl: _, ...without } = form;
    for (const [price, body] of [without, none, { ...form, imageUrl: '' }].entries())
      expect(await admin.put(`/api/products/${id}`, { ...body, price: price + 1 })).toMatchObject({
        status: 200,
        body: { price: price + 1, imageUrl: null },
      });
    const refused = { status: 400, body: { fields: { imageUrl: 'Add a picture' } } };
    expect(await admin.post('/api/products', { ...none, seen: { imageUrl: null } })).toMatchObject(refused);
    const product = await made();
    const path = `/api/products/${product.id}`;
    expect(await admin.put(path, { ...none, seen: { imageUrl: product.imageUrl } })).toMatchObject(refused);
    for (const body of [none, { ...form, imageUrl: '' }])
      expect(await admin.put(path, body)).toMatchObject({
        status: 400,
        body: { code: 'image_required', message: 'Add a picture' },
      });
    expect(await admin.put(path, { ...without, price: 7 })).toMatchObject({
      status: 200,
      body: { price: 7, imageUrl: product.imageUrl },
    });
    // Whoever says that they saw none learns that there is one.
    expect(await admin.put(path, { ...none, price: 9, seen: { imageUrl: null } })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile' },
    });
  });
});
