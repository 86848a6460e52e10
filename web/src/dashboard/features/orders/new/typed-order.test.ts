import { ApiError } from '#lib/api/api-client.ts';
import { describe, expect, test } from 'vitest';
import {
  emptyOrder,
  lineReason,
  totalOf,
  type TypedOrder,
  typedOrder,
  withPricesOf,
  withProduct,
} from './typed-order.ts';

const product = { id: 'p1', name: 'Terrameter', price: 1000 };
const other = { id: 'p2', name: 'Cable', price: 50 };
const typed: TypedOrder = withProduct(
  { ...emptyOrder, name: 'Ada', email: 'ADA@example.com', phone: '0712 345 678', address: 'Kisumu' },
  product,
);
const line = (changed: Partial<TypedOrder['lines'][number]>) => ({
  ...typed,
  lines: typed.lines.map((present) => ({ ...present, ...changed })),
});

describe('a new order', () => {
  test('has what was typed in the form that is stored, and no consent that nobody gave', () => {
    const { value: request, problems } = typedOrder(typed, null);
    expect(problems).toEqual({});
    expect(request).toEqual({
      items: [{ productId: 'p1', quantity: 1, price: 1000 }],
      specialPrices: {},
      orderData: {
        accountId: null,
        customerName: 'Ada',
        customerEmail: 'ada@example.com',
        customerPhone: '+254712345678',
        customerAddress: 'Kisumu',
        county: null,
        deliveryPrice: null,
        company: null,
        holdHours: 24,
        isCollected: false,
        language: 'en',
        whatsAppConsent: false,
      },
    });
    const forCompany = { ...typed, companyName: 'Nakuru Water', pin: 'p051234567x' };
    expect(typedOrder(forCompany, null).value?.orderData.company).toEqual({
      name: 'Nakuru Water',
      pin: 'P051234567X',
      purchaseOrder: null,
    });
    expect(typedOrder({ ...typed, pin: 'P051234567X' }, null).problems).toMatchObject({
      companyName: 'Enter the name of the organisation',
    });
  });

  test('is for a buyer without an e-mail address, unless one would be taken away', () => {
    const without = { ...typed, email: ' ' };
    expect(typedOrder(without, null).value?.orderData.customerEmail).toBeNull();
    expect(Object.keys(typedOrder(without, null, ['email', 'phone']).problems)).toEqual(['email']);
  });

  test('needs a phone number only of who pays later, or has one', () => {
    const without = { ...typed, phone: '' };
    expect(typedOrder(without, null, []).value?.orderData.customerPhone).toBeNull();
    expect(Object.keys(typedOrder(without, null, ['phone']).problems)).toEqual(['phone']);
    expect(Object.keys(typedOrder({ ...typed, phone: '12' }, null, []).problems)).toEqual(['phone']);
  });

  test('adds up pieces, special prices and delivery: what is typed, else what is quoted', () => {
    const order = withProduct(line({ quantity: '3', specialPrice: '900', reason: 'Three at once' }), other);
    expect(totalOf(order, null)).toBe(2750);
    expect(totalOf(order, 500)).toBe(3250);
    const agreed = { ...order, deliveryPrice: '1,200' };
    expect(totalOf(agreed, 500)).toBe(3950);
    expect(typedOrder(agreed, 500).value).toMatchObject({
      specialPrices: { p1: { price: 900, reason: 'Three at once' } },
      orderData: { deliveryPrice: 1200 },
    });
    expect(typedOrder({ ...order, deliveryPrice: '0' }, 500).value?.orderData.deliveryPrice).toBe(0);
  });

  test('has a total before the buyer is typed, and none while a figure cannot be read', () => {
    expect(totalOf(line({ quantity: '2' }), null)).toBe(2000);
    expect(totalOf(line({ quantity: '' }), null)).toBeNaN();
    for (const specialPrice of ['less', '95.000', '+500', '0x10'])
      expect(totalOf(line({ specialPrice }), null)).toBeNaN();
  });

  test('has one line for a product that is added again', () => {
    expect(withProduct(typed, product).lines).toMatchObject([{ product, quantity: '2' }]);
  });

  test.each([
    [{ ...emptyOrder }, ['address', 'lines', 'name', 'phone']],
    [{ ...typed, email: 'ada@' }, ['email']],
    [line({ quantity: '0' }), ['lines[0].quantity']],
    [line({ quantity: '1000' }), ['lines[0].quantity']],
    [line({ specialPrice: '0', reason: 'A gift' }), ['lines[0].specialPrice']],
    [line({ specialPrice: '99.5', reason: 'Rounded' }), ['lines[0].specialPrice']],
    [line({ specialPrice: '900' }), ['lines[0].reason']],
    [line({ specialPrice: '900', reason: ' ' }), ['lines[0].reason']],
    [{ ...typed, deliveryPrice: '-1' }, ['deliveryPrice']],
    [{ ...typed, deliveryPrice: '1.500' }, ['deliveryPrice']],
  ])('is refused in its fields: %#', (wrong, fields) => {
    const { value: request, problems } = typedOrder(wrong, null, ['phone']);
    expect(request).toBeUndefined();
    expect(Object.keys(problems).toSorted()).toEqual(fields);
  });
});

test('each refused line has a sentence, and its new price is in the form', () => {
  const problem = { productId: 'p1', name: 'Terrameter', quantity: 2, available: 1, price: 1200 };
  const refused = (code: string) =>
    new ApiError(409, JSON.stringify({ code, message: '', lines: [{ ...problem, problem: code }] }), '');
  expect(lineReason(refused('out_of_stock'))).toBe('Of Terrameter, 1 can be ordered now, not 2.');
  expect(lineReason(refused('price_changed'))).toMatch(/^Terrameter costs KES.1,200 now/);
  expect(lineReason(refused('product_unavailable'))).toBe('Terrameter is not on sale.');
  expect(withPricesOf(typed, refused('price_changed')).lines[0]?.product.price).toBe(1200);
  // What failed for another reason.
  expect(lineReason(new Error('No answer'))).toBeUndefined();
  expect(withPricesOf(typed, new Error('No answer'))).toEqual(typed);
});
