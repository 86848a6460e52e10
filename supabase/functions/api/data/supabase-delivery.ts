import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import type { Delivery } from '../deps/catalogue.ts';

export function supabaseDelivery({ asVisitor }: SupabaseClients): Delivery {
  return {
    counties: () => asVisitor((visitor) => visitor.rpc('list_delivery_counties')),
    quote: (county, items) =>
      asVisitor((visitor) =>
        visitor.rpc('delivery_quote', { p_items: items, p_county: county ?? undefined }),
      ),
    fit: (items) => asVisitor((visitor) => visitor.rpc('fit_of_items', { p_items: items })),
  };
}
