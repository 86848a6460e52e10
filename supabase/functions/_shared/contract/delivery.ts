import { array, type InferType, object } from 'yup';
import { cutAfter } from './bounded-list.ts';
import { countyField } from './county-field.ts';
import { endpoint, endpointWithBody } from './endpoint.ts';
import { maxLines, type OrderDelivery } from './orders.ts';
import { cartLine } from './save-cart.ts';

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

/**
 * When some products arrive and what delivery costs, as `private.delivery_quote()` says it for every page. `price` is
 * what may be accepted with the order; null: delivery is agreed after ordering, outside the total.
 */
export type DeliveryQuote = OrderDelivery;

const deliveryQuoteSchema = object({
  /** Absent: nobody has said where to. */
  county: countyField(),
  items: array(cartLine)
    .required('Items are missing')
    .transform(cutAfter(maxLines))
    .max(maxLines, `A cart has at most ${maxLines} lines`),
}).required();

export type DeliveryQuoteRequest = InferType<typeof deliveryQuoteSchema>;

/** In the order of their numbers. */
export const listDeliveryCounties = endpoint<DeliveryCounty[]>('GET', '/api/delivery/counties');
/** What does not exist among the items does not count. */
export const quoteDelivery = endpointWithBody<DeliveryQuote>()(
  'POST',
  '/api/delivery/quote',
  deliveryQuoteSchema,
);
