import { typedCompany } from '@contract/company.ts';
import { lastDayOf } from '@contract/quotation-text.ts';
import type { StaffQuotation } from '@contract/quotations.ts';
import { emptyOrder, termsOf, typedGoods, type TypedOrder } from '../new/typed-order.ts';

/** Why a price stays that is not today's, where nobody has given a reason. */
const asQuoted = 'As quoted before the price changed';

/** The form of a quotation as it is. A price that is not today's is a special one. */
export function typedFrom(quotation: StaffQuotation): TypedOrder {
  const { lines, delivery, company, accountId, sellerName, termsDays } = quotation;
  const { paymentTerms, deliveryTime, note } = quotation;
  return {
    ...emptyOrder,
    accountId,
    ...typedCompany(company),
    // No seller has said anything yet of what the buyer made.
    termsDays: sellerName === null && termsDays === null ? null : String(termsDays ?? ''),
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
    paymentTerms,
    deliveryTime,
    note,
    lastDay: lastDayOf(quotation),
  };
}

/** The request of `change_quotation`, or an error for each invalid field. An empty charge leaves delivery outside the total. */
export function changedQuotation(
  typed: TypedOrder,
  { isWithdrawn, hasCompany }: { isWithdrawn: boolean; hasCompany: boolean },
) {
  const { county, lastDay } = typed;
  const { lines, deliveryPrice, terms, problems } = typedGoods(typed);
  if (!county) problems['county'] = 'Choose the county';
  if (!lines || !county) return { problems };
  const request = {
    lines: lines.map(({ product, quantity, specialPrice, reason }) => ({
      productId: product.id,
      quantity,
      price: specialPrice ?? product.price,
      reason: specialPrice === undefined || specialPrice === null ? null : reason,
    })),
    county,
    deliveryPrice: deliveryPrice ?? null,
    ...termsOf(typed),
    ...terms,
    // The number of an organisation.
    ...(hasCompany ? { reference: typed.purchaseOrder.trim() } : {}),
    lastDay: lastDay || null,
    isWithdrawn,
  };
  return { value: request, problems };
}
