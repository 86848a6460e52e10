import type { ErrorCode } from './error-messages.ts';

// The parcels of an order: what left the shop when, with which carrier, or was collected at the counter.

export type ShipmentStatus = 'packed' | 'sent' | 'delivered' | 'taken_back';

/** A parcel that stands: none that was taken back. */
export type Shipment = {
  id: string;
  status: Exclude<ShipmentStatus, 'taken_back'>;
  /** No parcel: work that was done, such as an installation, on the day `deliveredOn`. */
  isWork: boolean;
  /** Null while it is not known, and when the buyer collects at the counter. */
  carrier: string | null;
  /** The carrier's number of the parcel. */
  waybill: string | null;
  /** ISO 8601. */
  packedAt: string;
  /** `YYYY-MM-DD` in Nairobi: when the carrier took it, and when the buyer had it. Delivered without being sent: collected. */
  sentOn: string | null;
  deliveredOn: string | null;
  lines: ShipmentLine[];
};

type ShipmentLine = {
  /** The order item of which it has so many pieces. */
  itemId: string;
  productName: string;
  quantity: number;
  /** Of the pieces whose serial numbers were written down. */
  serials: string[];
};

/** A stored order may not say what is not sent any more. */
type OrderedAndSent = {
  items: readonly { id: string; quantity: number; isService: boolean; notSent?: number }[];
  shipments: readonly Pick<Shipment, 'status' | 'isWork' | 'lines'>[];
};

/** What is still to leave of an order, or to be done. */
export function openItems({ items, shipments }: OrderedAndSent) {
  const gone = shipments.filter(({ status }) => status !== 'packed').flatMap(({ lines }) => lines);
  return items.filter(
    ({ id, quantity, notSent = 0 }) =>
      gone.reduce((sum, line) => sum + (line.itemId === id ? line.quantity : 0), 0) < quantity - notSent,
  );
}

/** Whether goods of an order have left, and none of it is still to leave. */
export const haveAllGoodsLeft = (order: OrderedAndSent): boolean =>
  order.shipments.some(({ status, isWork }) => status !== 'packed' && !isWork) &&
  openItems(order).every(({ isService }) => isService);

/** Whether work is all that is left of an order, such as an installation: nothing is packed any more. */
export function isWorkLeft(order: OrderedAndSent): boolean {
  const open = openItems(order);
  return open.length > 0 && open.every(({ isService }) => isService);
}

/** What is said of an order while work of it is to be done, whatever became of its goods. */
export const workFollows = 'Our work follows: we call you to agree on the day.';

/** The same of work alone: there is no delivery. */
export const weAgreeOnTheDay = 'We call you to agree on the day.';

/** Whether an order is of work alone, such as an installation: nothing of it is delivered. */
export const isOnlyWork = (items: readonly { isService?: boolean }[]): boolean =>
  items.length > 0 && items.every(({ isService }) => isService);

/** The most letters of a carrier and a waybill, so that an SMS has room for one, and of a serial number. */
export const maxCarrierLength = 25;
export const maxSerialLength = 100;

/** Pieces of a product that are to be packed for several orders, and for which. */
export type PickedProduct = {
  productId: string;
  productName: string;
  model: string | null;
  pieces: number;
  orders: { id: string; pieces: number }[];
};

/** Whether a text says why goods leave that are not paid: two words at least. SQL asks the same. */
export const isReason = (text: string) =>
  /[\p{L}\p{N}]\S*\s+\S*[\p{L}\p{N}]/u.test(text) && text.trim().length >= 5;

/** What staff know about sending an order. */
export type OrderShipping = {
  /** By order item: how many pieces are in no parcel yet. */
  toShip: Record<string, number>;
  /** By order item: how many of them are to come from the maker, or wait for their payment; not named when none. */
  unpaid: Record<string, number>;
  /**
   * What is missing before pieces may leave, as for completing the order. `question`: the answer of a person, since
   * Safaricom lists another sum for a payment that counts.
   */
  need:
    | 'payment'
    | 'settlement'
    | 'reason'
    | 'nothing'
    | 'completed'
    | 'refunded'
    | 'charged_back'
    | 'question';
  /** Its customer has terms: on account it waits only for a reason where more than their limit is owed. */
  hasTerms: boolean;
  /** Why nothing of it may be packed now; null when it may. */
  packingObstacle: ErrorCode | null;
  /** Ids of parcels that can be taken back now. */
  canBeTakenBack: string[];
};
