import type { Order } from '@contract/orders.ts';
import { noMoney } from './order-states.ts';

/** An unpaid order of one product, with the contact of its buyer. */
export const wholeOrder: Order = {
  id: '6f9619ff-8b86-d011-b42d-00c01ad4fc96',
  view: 'full',
  linkKey: '1.key',
  userId: null,
  customerName: 'Ada Lovelace',
  customerEmail: 'ada@example.com',
  customerPhone: '+254712345678',
  customerAddress: 'Milimani, Kisumu',
  company: null,
  totalAmount: 15_000,
  status: 'pending',
  nextStep: 'pay',
  word: 'not_paid',
  paper: 'proforma',
  payment: noMoney,
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
  delivery: {
    county: null,
    countyName: null,
    zone: null,
    promise: '2-3 business days',
    low: null,
    high: null,
    freeBecause: null,
    price: null,
  },
  shipments: [],
  items: [
    {
      id: 'i1',
      orderId: '6f9619ff-8b86-d011-b42d-00c01ad4fc96',
      productId: 'p1',
      productName: 'Orion-Tr 24/12-10',
      quantity: 1,
      price: 15_000,
      createdAt: '2026-11-20T09:00:00.000Z',
    },
  ],
};
