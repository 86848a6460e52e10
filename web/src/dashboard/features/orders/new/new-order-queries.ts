import { listDeliveryCounties } from '@contract/delivery.ts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api/api-client.ts';
import { sqlQuery, useSql } from '#dashboard/lib/admin-queries.ts';
import type { TypedOrder } from './typed-order.ts';

/** Fewer letters are in nearly every name. */
const minLetters = 3;

/** The buyers with these words in name, phone or e-mail. */
export const useBuyers = (words: string) =>
  useSql('find_buyers', { p_search: words }, { enabled: words.length >= minLetters });

/** On which terms the buyer of what is typed has it; null: paid first. */
export const useTermsOf = ({ accountId, pin }: Pick<TypedOrder, 'accountId' | 'pin'>) =>
  useSql(
    'terms_of_buyer',
    { p_account: accountId as string, p_pin: pin.trim().toUpperCase() },
    { enabled: accountId !== null || pin.trim().length === 11 },
  ).data ?? null;

/** Eight products on sale with these words. */
export const useProductsOnSale = (words: string) =>
  useSql(
    'find_products',
    { p_search: words, p_state: 'active', p_limit: 8 },
    { enabled: words.length >= minLetters },
  );

/** The 47 counties. */
export function useCounties() {
  return useQuery({
    queryKey: [listDeliveryCounties.path],
    queryFn: ({ signal }) => callApi(listDeliveryCounties, { signal }),
  });
}

/** What the shop says about delivery of these products to a county; empty: not said. */
export function useQuote(county: string, items: readonly { productId: string; quantity: number }[]) {
  return useQuery({
    ...sqlQuery('delivery_quote', {
      p_items: [...items],
      ...(county && { p_county: county }),
    }),
    // Of another county, or of the whole country, it would be another price for a moment.
    placeholderData: (before, query) => {
      const asked = query?.queryKey.at(-1);
      return typeof asked === 'object' && (asked.p_county ?? '') === county ? before : undefined;
    },
  });
}
