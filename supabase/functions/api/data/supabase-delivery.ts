import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import type { DeliveryCounty } from '../../_shared/contract/delivery.ts';
import type { Delivery } from '../deps/catalogue.ts';

export function supabaseDelivery({ asVisitor }: SupabaseClients): Delivery {
  return {
    counties: () =>
      asVisitor<DeliveryCounty[]>((visitor) =>
        visitor
          .from('delivery_counties')
          .select(
            'code, name, towns, zone, daysFrom:days_from, daysTo:days_to, sameDayBefore:same_day_before, low, high, freeAbove:free_above',
          )
          .order('code')
          .overrideTypes<DeliveryCounty[], { merge: false }>(),
      ),
    quote: (county, items) =>
      asVisitor((visitor) =>
        visitor.rpc('delivery_quote', { p_items: items, p_county: county ?? undefined }),
      ),
    fit: (items) => asVisitor((visitor) => visitor.rpc('fit_of_items', { p_items: items })),
  };
}
