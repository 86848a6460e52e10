import type { StoredCartLine } from '../../_shared/supabase/sql-replies.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';

export function supabaseDelivery({ asShop }: SupabaseClients) {
  return {
    /** In the order of their numbers. */
    counties: () => asShop((shop) => shop.rpc('list_delivery_counties')),
    /** @param county its number; null when none was chosen. @throws Refusal `invalid_request` for no such county */
    quote: (county: string | null, items: StoredCartLine[]) =>
      asShop((shop) => shop.rpc('delivery_quote', { p_items: items, p_county: county ?? undefined })),
  };
}
