import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import type { Carts } from '../deps/sessions.ts';

/** Carts of accounts, under the caller's own rights. */
export function supabaseCarts({ asPerson }: SupabaseClients): Carts {
  return {
    linesOf: async (tokens) => {
      const [cart] = await asPerson(tokens, (person) =>
        person.from('carts').select('items').eq('user_id', tokens.userId).limit(1),
      );
      return cart?.items ?? [];
    },
    save: (tokens, { items }) => asPerson(tokens, (person) => person.rpc('save_cart', { p_items: items })),
    merge: (tokens, { token, items }) =>
      asPerson(tokens, (person) => person.rpc('merge_cart', { p_token: token, p_items: items })),
  };
}
