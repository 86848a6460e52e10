import type { MessageFacts } from '../functions/_shared/contract/messages.ts';

const orderId = 'b5b7a3c0-0000-4000-8000-00001a2b3c4d';
/** An order of one instrument, paid. */
export const sampleOrder = {
  id: orderId,
  userId: null,
  customerName: 'Achieng Otieno',
  customerEmail: 'achieng@example.com',
  customerPhone: '+254712345678',
  customerAddress: 'Milimani, Kisumu',
  totalAmount: 1_850_000,
  status: 'paid' as const,
  nextStep: 'none' as const,
  word: 'paid' as const,
  paper: 'invoice' as const,
  payment: {
    receivedCents: 185_000_000,
    acceptedCents: 185_000_000,
    recordedCents: 0,
    refundedCents: 0,
    returnedCents: 0,
    overpaidCents: 0,
    dueAmount: 0,
    heldUntil: '2026-11-22T09:30:00.000Z',
  },
  createdAt: '2026-11-22T09:00:00.000Z',
  updatedAt: '2026-11-22T09:00:00.000Z',
  delivery: {
    county: '042',
    countyName: 'Kisumu',
    zone: 'city',
    promise: '2-3 business days',
    low: 0,
    high: 0,
    freeBecause: 'every ABEM Terrameter',
    price: null,
  } as const,
  items: [
    {
      id: 'i',
      orderId,
      productId: 'p',
      productName: 'ABEM Terrameter LS 2',
      quantity: 1,
      price: 1_850_000,
      createdAt: '2026-11-22T09:00:00.000Z',
    },
  ],
};
/** What every kind of message can be made of. */
export const sampleFacts: MessageFacts = {
  order: sampleOrder as unknown as MessageFacts['order'],
  task: {
    kind: 'overpaid',
    orderId,
    isCancelled: false,
    hasPart: true,
    amountCentsAtOpening: 185_000_000,
    amountCents: 185_000_000,
    method: 'card',
  },
  overpaidCents: 0,
  reversed: null,
  refund: {
    amountCents: 185_000_050,
    day: '2026-11-22',
    bankReference: 'FT26326ABCDE',
    isCorrection: false,
    method: 'card',
  },
  shipment: {
    id: 'd5b7a3c0-0000-4000-8000-00001a2b3c4d',
    status: 'sent',
    carrier: 'G4S Courier Nairobi',
    waybill: 'NBO-1234567890',
    packedAt: '2026-11-22T09:00:00.000Z',
    sentOn: '2026-11-22',
    deliveredOn: null,
    lines: [{ itemId: 'i', productName: 'ABEM Terrameter LS 2', quantity: 1, serials: ['LS2-0417'] }],
    isLast: false,
  },
  confirmation: {
    id: 'c5b7a3c0-0000-4000-8000-00001a2b3c4d',
    name: 'Achieng Otieno',
    email: 'achieng@example.com',
    opens: 'undo',
    role: 'sales',
    at: '2026-11-22T09:00:00.000Z',
  },
  newDevice: { name: 'Wanjiru Kamau', device: 'Firefox on Windows', at: '2026-11-22T09:00:00.000Z' },
  secondFactor: { name: 'Wanjiru Kamau', isSetUp: true, at: '2026-11-22T09:00:00.000Z' },
  receipt: {
    paidOn: '2026-11-22',
    goods: [{ name: 'ABEM Terrameter LS 2', model: 'LS 2 64', warrantyYears: 2 }],
  },
  quotation: {
    id: 'e5b7a3c0-0000-4000-8000-00001a2b3c4d',
    number: 'Q-2026-0007',
    version: 1,
    linkVersion: 1,
    name: 'Achieng Otieno',
    contact: '+254712345678, achieng@example.com',
    companyName: 'Kisumu County',
    totalAmount: 1_850_000,
    lastDay: '2026-12-06',
  },
  lowStock: [{ name: 'ABEM Terrameter LS 2', stock: 1 }],
  summary: {
    day: '2026-11-22',
    sales: {
      grossCents: 185_000_000,
      refundedCents: 5_000_000,
      netCents: 180_000_000,
      settledCents: 0,
      ordersPaid: 1,
    },
    differenceCents: -50,
    toPack: 2,
    openTasks: 1,
  },
  health: {
    component: 'reconcile',
    cases: 1,
    minutes: 16,
    since: '2026-11-22T09:00:00.000Z',
  },
  brokenRules: { count: 3, rows: [{ broken: 'paid without money', subject: 'an order', detail: 'paid' }] },
  others: null,
};
export const sampleLink = `https://shop.example/order-confirmation/${orderId}#key=1.${'k'.repeat(43)}`;
/** As long as it is at an address of the host's own, before the shop has a shorter one. */
export const sampleShortLink =
  'https://instruments-and-current.netlify.app/o/1A2B3C4D#abcdefghijklmnopqrstuv';
