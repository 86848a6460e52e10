import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import type { Delivery } from '../deps/catalogue.ts';

export function supabaseDelivery({ asShop }: SupabaseClients): Delivery {
  return {
    counties: () => asShop((shop) => shop.rpc('list_delivery_counties')),
    quote: (county, items) =>
      asShop((shop) => shop.rpc('delivery_quote', { p_items: items, p_county: county ?? undefined })),
  };
}
