import { nairobiDay } from '@contract/nairobi-time.ts';
import type { StaffQuotation } from '@contract/quotations.ts';
import { emptyOrder, typedGoods, type TypedOrder } from '../new/typed-order.ts';

/** A quotation as typed: its lines and delivery are those of an order. */
export type TypedQuotation = { goods: TypedOrder; note: string; lastDay: string };

/** Why a price stays that is not today's, where nobody has given a reason. */
const asQuoted = 'As quoted before the price changed';

/** The form of a quotation as it is. A price that is not today's is a special one. */
export function typedFrom({ lines, delivery, note, validUntil }: StaffQuotation): TypedQuotation {
  return {
    goods: {
      ...emptyOrder,
      county: delivery.county ?? '',
      deliveryPrice: delivery.price === null ? '' : String(delivery.price),
      lines: lines.map(({ productId, name, quantity, price, todaysPrice, reason }) => {
        const isSpecial = todaysPrice !== null && price !== todaysPrice;
        return {
          product: { id: productId, name, price: todaysPrice ?? price },
          quantity: String(quantity),
          specialPrice: isSpecial ? String(price) : '',
          reason: isSpecial ? (reason ?? asQuoted) : '',
        };
      }),
    },
    note,
    lastDay: nairobiDay(new Date(Date.parse(validUntil) - 1000)),
  };
}

/** The request of `change_quotation`, or an error for each invalid field. An empty charge leaves delivery outside the total. */
export function changedQuotation({ goods, note, lastDay }: TypedQuotation, isWithdrawn: boolean) {
  const { lines, deliveryPrice, problems } = typedGoods(goods);
  const others: Record<string, string> = {
    ...(goods.county ? {} : { county: 'Choose the county' }),
    ...(lastDay ? {} : { lastDay: 'Please give the last day' }),
  };
  if (!lines || Object.keys(others).length > 0) return { problems: { ...problems, ...others } };
  const request = {
    lines: lines.map(({ product, quantity, specialPrice, reason }) => ({
      productId: product.id,
      quantity,
      price: specialPrice ?? product.price,
      reason: specialPrice === undefined || specialPrice === null ? null : reason,
    })),
    county: goods.county,
    deliveryPrice: deliveryPrice ?? null,
    note: note.trim(),
    lastDay,
    isWithdrawn,
  };
  return { request, problems };
}

/** What a quotation is to be: prices in KES, its last day as `YYYY-MM-DD` in Nairobi. */
export type ChangedQuotation = NonNullable<ReturnType<typeof changedQuotation>['request']>;
