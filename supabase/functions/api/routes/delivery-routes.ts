import { listDeliveryCounties, quoteDelivery } from '../../_shared/contract/delivery.ts';
import type { Deps } from '../deps.ts';
import type { Serve } from './serve.ts';

export function deliveryRoutes({ anyone }: Serve, { delivery }: Deps): void {
  anyone(listDeliveryCounties, () => delivery.counties());
  anyone(quoteDelivery, ({ body }) => delivery.quote(body));
}
