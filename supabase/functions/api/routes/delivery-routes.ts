import type { Context } from 'hono';
import { listDeliveryCounties, quoteDelivery, readQuotedItems } from '../../_shared/contract/delivery.ts';
import { checkFit } from '../../_shared/contract/fit.ts';
import { getShopDetails } from '../../_shared/contract/shop-details.ts';
import { getShopText } from '../../_shared/contract/shop-texts.ts';
import { textPages } from '../../_shared/contract/shop-text-pages.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { Deps } from '../deps.ts';
import { addressOf, type ApiEnv } from './caller.ts';
import { fitOfItems } from './fit-replies.ts';
import type { Serve } from './serve.ts';

/** The items of the address. @throws Refusal `invalid_request` */
function itemsOf(c: Context<ApiEnv>) {
  const items = readQuotedItems(c.req.query('items') ?? '');
  if (items === null) throw new Refusal('invalid_request', { fields: { items: 'Unknown products' } });
  return items;
}

export function deliveryRoutes({ anyone }: Serve, { catalogue, delivery, limits, shop }: Deps): void {
  anyone(checkFit, async ({ c }) => {
    const items = itemsOf(c);
    await limits.take('filter', { address: addressOf(c) });
    return fitOfItems(items, catalogue);
  });
  anyone(getShopDetails, () => shop.details());
  anyone(getShopText, async ({ c }) => {
    const page = textPages.find((one) => one === c.req.param('page'));
    const text = page && (await shop.text(page));
    if (!text) throw new Refusal('not_found');
    return text;
  });
  anyone(listDeliveryCounties, () => delivery.counties());
  anyone(quoteDelivery, async ({ c }) => {
    const items = itemsOf(c);
    const county = c.req.query('county') || null;
    if (county !== null && !/^\d{3}$/.test(county))
      throw new Refusal('invalid_request', { fields: { county: 'Choose one of the 47 counties' } });
    await limits.take('filter', { address: addressOf(c) });
    return delivery.quote(county, items);
  });
}
