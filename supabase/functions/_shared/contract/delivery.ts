import { endpoint, publicEndpoint } from './endpoint.ts';
import { formatKes } from './money.ts';
import { maxLines } from './order-limits.ts';
import type { OrderDelivery } from './orders.ts';
import { isUuid } from './uuid.ts';

export const deliveryZones = ['nairobi', 'city', 'town', 'remote'] as const;

/** One of the 47 counties, as the owner has set it in the dashboard. */
export type DeliveryCounty = {
  /** Official number as three digits: `'042'` is Kisumu. */
  code: string;
  name: string;
  /** Places by which people look for it: Lodwar is in Turkana. */
  towns: string[];
  zone: (typeof deliveryZones)[number];
  /** Business days, counted from the confirmed payment. */
  daysFrom: number;
  daysTo: number;
  /** Ordered before this time in Nairobi (`14:00:00`), goods arrive the same day; null where that is not offered. */
  sameDayBefore: string | null;
  /** KES: what delivery costs, from low to high. */
  low: number;
  high: number;
  /** KES: an order of more than this is delivered free; null where no sum is enough. */
  freeAbove: number | null;
};

/** A county with the fields that only the owner sees. */
export type CountySettings = Omit<DeliveryCounty, 'towns'> & {
  id: string;
  /** KES; null keeps delivery outside the total. */
  fixedPrice: number | null;
  /** The last change, sent with an update to detect conflicts. */
  updatedAt: string;
};

/** The fields of a county that the owner may change. */
export type CountyChange = Omit<CountySettings, 'id' | 'code' | 'name' | 'updatedAt'>;

/**
 * When some products arrive, paid by card now, and what delivery costs, as `public.delivery_quote()` says it for every page. `price` is
 * what may be accepted with the order; null: delivery is agreed after ordering, outside the total. Without a
 * county, `low` and `high` are the range of the whole country.
 */
export type DeliveryQuote = OrderDelivery & {
  /** It is work alone, such as an installation: nothing is delivered. */
  isWork?: boolean;
};

export type DeliveryCost = Pick<OrderDelivery, 'low' | 'high' | 'freeBecause' | 'price'>;

/** What delivery costs: `KES 1,500-3,000`, `KES 2,500`, or why it is free; null when the county is not known. */
export function deliveryCost({ low, high, freeBecause, price }: DeliveryCost): string | null {
  if (freeBecause !== null) return `free, as for ${freeBecause}`;
  if (price !== null) return formatKes(price);
  if (low === null || high === null) return null;
  return low === high ? formatKes(low) : `${formatKes(low)}-${high.toLocaleString('en-KE')}`;
}

/**
 * `KES 1,500-3,000, paid apart: we confirm it before the goods leave`; where the sum is not known, `not included; we confirm
 * what it costs before the goods leave`; null where it is free or a part of the total. @param haveLeft all goods have left
 */
export function deliveryPaidApart(delivery: DeliveryCost, haveLeft = false): string | null {
  if (delivery.price !== null || delivery.freeBecause !== null) return null;
  const cost = deliveryCost(delivery);
  if (cost === null)
    return `not included${haveLeft ? '' : '; we confirm what it costs before the goods leave'}`;
  return `${cost}, paid apart${haveLeft ? '' : ': we confirm it before the goods leave'}`;
}

/** In the order of their numbers. */
export const listDeliveryCounties = publicEndpoint<DeliveryCounty[]>('/api/delivery/counties');
/**
 * `items`: products and pieces, as `quotedItems` writes them; `county` is empty where nobody has said where to. What
 * does not exist among the items does not count.
 */
export const quoteDelivery = endpoint<DeliveryQuote>(
  'GET',
  '/api/delivery/quote?county=:county&items=:items',
);

type QuotedItem = { productId: string; quantity: number };

/** Products and pieces as they stand in an address: `{id}*2,{id}*1`. */
export function quotedItems(items: readonly QuotedItem[]): string {
  return items.map(({ productId, quantity }) => `${productId}*${quantity}`).join(',');
}

/** The same read back; null for anything else, and for more than an order may have. */
export function readQuotedItems(text: string): QuotedItem[] | null {
  if (text === '') return [];
  const items = text.split(',', maxLines + 1).map((item) => {
    const [, productId, quantity] = /^([0-9a-f-]{36})\*(\d{1,3})$/i.exec(item) ?? [];
    return productId !== undefined && isUuid(productId) ? { productId, quantity: Number(quantity) } : null;
  });
  return items.length <= maxLines && items.every((item) => item !== null) ? items : null;
}
