import type { Quotation } from '../functions/_shared/contract/quotations.ts';
import { defaultShopDetails, type ShopDetails } from '../functions/_shared/contract/shop-details.ts';

/** A shop that has all that an officer asks for. */
export const sellingShop: ShopDetails = {
  ...defaultShopDetails,
  pin: 'P051234567X',
  paybill: '522533',
  bank: 'Bank of Kisumu, Oginga Odinga Branch\nAccount 0123456789',
};

/** As a tender board of a county gets it. */
export const officerQuotation: Quotation = {
  id: '3f2a9c1e-0000-4000-8000-000000000454',
  number: 'Q-2026-0007',
  version: 2,
  state: 'open',
  createdAt: '2026-11-20T09:00:00.000Z',
  validUntil: '2026-12-20T21:00:00.000Z',
  note: 'Training of two technicians is included.',
  isForSeveralSites: false,
  paymentTerms: 'By your LPO',
  termsDays: 30,
  acceptedHoldDays: 30,
  deliveryTime: '6 to 8 weeks after the LPO',
  customerName: 'Akinyi Odhiambo',
  customerEmail: 'procurement@kisumu.example',
  customerPhone: '+254712345678',
  customerAddress: 'Prosperity House, Kisumu',
  company: { name: 'County Government of Kisumu', pin: 'P051234567Z', purchaseOrder: 'RFQ KSM/W/014/2026' },
  delivery: {
    county: '042',
    countyName: 'Kisumu',
    zone: 'city',
    promise: '2-3 business days',
    by: null,
    after: null,
    isPromised: false,
    low: 1500,
    high: 3000,
    freeBecause: null,
    price: 2500,
  },
  lines: [
    {
      productId: 'p1',
      name: 'Terrameter',
      quantity: 2,
      price: 580_000,
      missing: 0,
      toOrder: null,
      warrantyYears: 3,
    },
    {
      productId: 'p2',
      name: 'Cable reel',
      quantity: 4,
      price: 11_600,
      missing: 0,
      toOrder: null,
      warrantyYears: 1,
    },
    {
      productId: 'p3',
      name: 'Electrode',
      quantity: 1,
      price: 580,
      missing: 0,
      toOrder: null,
      warrantyYears: null,
    },
  ],
  totalAmount: 1_209_480,
  totals: {
    grossCents: 120_948_000,
    netCents: 104_265_517,
    vatCents: 16_682_483,
    rates: [
      {
        vatClass: 'standard',
        basisPoints: 1600,
        grossCents: 120_948_000,
        netCents: 104_265_517,
        vatCents: 16_682_483,
      },
    ],
  },
  order: null,
};

/**
 * What a procurement officer in Kenya looks for on a quotation before it goes before a board and an LPO is written from
 * it (Public Procurement and Asset Disposal Act 2015 and its Regulations of 2020: requests for quotations). Each stands on
 * the page and in the PDF.
 */
export const officerNeeds: [need: string, said: RegExp][] = [
  ['that it is a quotation, and its number', /Quotation.*Q-2026-0007/],
  ['which version was offered', /Version 2/],
  ['the day it was made', /20 Nov 2026/],
  ['who offers it, and where', /Instruments & Current.*Demonstration House, Industrial Area/],
  ['how to reach the seller', /\+254 700 000 000.*sales@instruments-and-current\.example/],
  ['the seller’s KRA PIN', /PIN P051234567X/],
  ['the organisation it is for, and its PIN', /County Government of Kisumu.*P051234567Z/],
  ['the officer who asked', /Akinyi Odhiambo/],
  ['the buyer’s reference, above the lines', /Your reference RFQ KSM\/W\/014\/2026.*Terrameter/],
  [
    'each line: what, how many, price of one, sum',
    /(?=.*Terrameter).* 2 (× )?KES 580,000 (16 % )?KES 1,160,000/,
  ],
  ['what delivery adds to it', /Delivery.*KES 2,500/],
  ['the sum without VAT', /Without VAT KES 1,042,655\.17/],
  ['VAT, with its rate', /VAT 16 % in KES 1,209,480 KES 166,824\.83/],
  ['the total', /Total KES 1,209,480/],
  ['the currency, and that VAT is in the prices', /Prices In Kenya shillings \(KES\), VAT included/],
  ['for how long it is valid', /Valid Until the end of 20 Dec 2026 \(30 days\)/],
  [
    'where it is delivered, when, at whose cost',
    /To Kisumu, 6 to 8 weeks after the LPO\. KES 2,500, part of the total\./,
  ],
  ['the payment terms', /Payment Within 30 days of sending\. By your LPO\./],
  [
    'the account to pay into',
    /Bank transfer: Bank of Kisumu, Oginga Odinga Branch; Account 0123456789; Reference Q-2026-0007/,
  ],
  ['the paybill', /M-Pesa: Paybill 522533, account Q20260007/],
  ['the warranty of each', /Warranty 3 years from delivery: Terrameter\s+1 year from delivery: Cable reel/],
  [
    'how to accept it',
    /send your purchase order with the number Q-2026-0007 to sales@instruments-and-current\.example/,
  ],
  ['what else was agreed', /Training of two technicians is included/],
  ['where the seller signs and stamps', /For Instruments & Current.*Signature and stamp/],
  ['where the buyer signs and stamps', /Accepted for County Government of Kisumu.*Signature and stamp/],
];

/** What must not stand there. */
export const neverOnQuotation = /offer to pay|tax invoice|proforma|receipt|null|undefined|NaN/i;
