import type { MergeCartRequest, SaveCartRequest } from '../../_shared/contract/cart.ts';
import type { AuthTokens } from '../../_shared/supabase/sql-replies.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';

/** Carts of accounts, under the caller's own rights. */
export function supabaseCarts({ asPerson }: SupabaseClients) {
  return {
    linesOf: async (tokens: AuthTokens) => {
      const [cart] = await asPerson(tokens, (person) =>
        person.from('carts').select('items').eq('user_id', tokens.userId).limit(1),
      );
      return cart?.items ?? [];
    },
    save: (tokens: AuthTokens, { items }: SaveCartRequest) =>
      asPerson(tokens, (person) => person.rpc('save_cart', { p_items: items })),
    /** Returns the lines of the account's cart afterwards. */
    merge: (tokens: AuthTokens, { token, items }: MergeCartRequest) =>
      asPerson(tokens, (person) => person.rpc('merge_cart', { p_token: token, p_items: items })),
  };
}
