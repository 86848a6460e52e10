import type { Carts, StoredCartLine } from '../deps.ts';
import { dataOf, type SupabaseClients } from './supabase-clients.ts';

/** Carts of accounts, under the caller's own rights. */
export function supabaseCarts({ asPerson }: SupabaseClients): Carts {
  return {
    linesOf: async ({ accessToken, userId }) => {
      const [row] = dataOf(
        await asPerson(accessToken).from('carts').select('items').eq('user_id', userId).limit(1),
      );
      return (row?.items ?? []) as StoredCartLine[];
    },
    save: async ({ accessToken }, { items }) => {
      dataOf(await asPerson(accessToken).rpc('save_cart', { p_items: items }));
    },
    merge: async ({ accessToken }, { token, items }) =>
      dataOf(
        await asPerson(accessToken).rpc('merge_cart', { p_token: token, p_items: items }),
      ) as StoredCartLine[],
  };
}
