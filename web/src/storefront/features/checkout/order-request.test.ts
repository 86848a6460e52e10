import { expect, it } from 'vitest';
import { typedCompany } from '@contract/company.ts';
import type { CartItem } from '#storefront/lib/cart-item.ts';
import { orderRequest } from './order-request.ts';

const line: CartItem = {
  product: { id: 'p1', slug: 'gps', name: 'GPS', category: 'gps', price: 85_000, imageUrl: null, stock: 4 },
  quantity: 2,
};

const customer = {
  firstName: ' Ada ',
  lastName: 'Otieno',
  email: 'Ada@Example.com',
  phone: '0712 345 678',
  address: 'Moi Avenue, Nairobi',
  ...typedCompany(null),
};
const preferences = { language: 'sw', whatsAppConsent: true } as const;

it('the request has the prices and the total that the buyer was shown', () => {
  expect(orderRequest(customer, [line], preferences, { county: null, price: null })).toEqual({
    orderData: {
      customerName: 'Ada Otieno',
      customerEmail: 'ada@example.com',
      customerPhone: '+254712345678',
      customerAddress: 'Moi Avenue, Nairobi',
      totalAmount: 170_000,
      status: 'pending',
      language: 'sw',
      whatsAppConsent: true,
    },
    items: [{ productId: 'p1', quantity: 2, price: 85_000 }],
  });
  const forCompany = { ...customer, companyName: ' Nakuru Water ', pin: 'p051234567x ' };
  expect(
    orderRequest(forCompany, [line], preferences, { county: null, price: null }).orderData,
  ).toMatchObject({ company: { name: 'Nakuru Water', pin: 'P051234567X', purchaseOrder: null } });
  const { orderData } = orderRequest(customer, [line], preferences, { county: '042', price: 2500 });
  // The accepted delivery price is sent separately; the total is that of the goods.
  expect(orderData).toMatchObject({ totalAmount: 170_000, county: '042', deliveryPrice: 2500 });
});

it('what cannot be ordered now is named, and no part of the total that the buyer was shown', () => {
  const gone = { ...line, product: { ...line.product, id: 'p2', stock: 0 } };
  const nowhere = { county: null, price: null };
  const { orderData, items } = orderRequest(customer, [line, gone], preferences, nowhere);
  expect([orderData.totalAmount, items.length]).toEqual([170_000, 2]);
  expect(orderData).not.toHaveProperty('dueNow');
  expect(orderRequest(customer, [gone], preferences, nowhere).orderData.totalAmount).toBe(1);
});
