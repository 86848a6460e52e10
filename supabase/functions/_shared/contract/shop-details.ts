import type { InferType } from 'yup';
import { publicEndpoint } from './endpoint.ts';
import type { ShopCategory } from './products.ts';
import type { shopDetailsSchema } from './shop-details-form.ts';

/** What the shop is called and how it is reached, as an admin has set it; empty text: the shop has none. */
export type EnteredDetails = InferType<typeof shopDetailsSchema>;

export type ShopDetails = EnteredDetails & {
  /** Buyers may pay by a prompt of M-Pesa: a setting. */
  promptsAreOn: boolean;
  /** KES: the most that M-Pesa takes at a time, a setting. */
  mpesaLimit: number;
  /** Safaricom answered none of the last three prompts or more: pages offer the card first. */
  isMpesaSilent: boolean;
  /** KES: an order of as much that is paid by card is sent once the bank has transferred the money, by the settings. */
  waitsForBankFrom: number;
  /** KES: the lowest price at which something of a category can be ordered; none where nothing can. */
  fromPrices: Partial<Record<ShopCategory, number>>;
};

/** As a new shop begins, with demonstration values; the table's defaults are the same. */
export const defaultShopDetails: ShopDetails = {
  name: 'Instruments & Current',
  phones: ['+254700000000', '+254711000000'],
  whatsapp: '',
  email: 'sales@instruments-and-current.example',
  address: 'Demonstration House, Industrial Area, Nairobi, Kenya',
  hours: 'Monday-Friday, 8 AM-6 PM',
  bank: '',
  paybill: '',
  till: '',
  pin: '',
  announcement: '',
  closes: null,
  reopens: null,
  promptsAreOn: false,
  mpesaLimit: 250_000,
  isMpesaSilent: false,
  waitsForBankFrom: 50_000,
  // Of the specification.
  fromPrices: {
    solar: 85_000,
    batteries: 95_000,
    instruments: 1_850_000,
    invertors: 125_000,
    converters: 15_000,
    pqwt: 385_000,
    gps: 85_000,
  },
};

export const getShopDetails = publicEndpoint<ShopDetails>('/api/shop-details');

/** A stored phone number as people read it: `+254 712 345 678`. */
export const shownPhone = (stored: string) => stored.replace(/^(\+254)(\d{3})(\d{3})(\d+)$/, '$1 $2 $3 $4');
