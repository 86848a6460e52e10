import { getShopDetails, type ShopDetails } from '@contract/shop-details.ts';
import type { TextPage } from '@contract/shop-text-pages.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refetchAfterWrite } from '#lib/api/refetch-after-write.ts';
import { shopTextQuery } from '#lib/api/shop-texts.ts';
import { callSql } from './admin-database.ts';
import { sqlQueryAlwaysStale, useRefreshAdmin } from './admin-queries.ts';

/** The details of the shop as they are now. */
export function useStoredShopDetails() {
  return useQuery(sqlQueryAlwaysStale(['shop-details'], 'shop_details', {}));
}

/** The text of a page as it is now. */
export function useStoredText(page: TextPage) {
  return useQuery(sqlQueryAlwaysStale(['shop-text', page], 'shop_text', { p_page: page }));
}

type Details = Partial<ShopDetails & Record<TextPage, string>>;

/** Changes some details or texts, unless somebody else has changed the same ones since they were seen. */
export function useChangeShopDetails() {
  const refresh = useRefreshAdmin();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ changes, seen }: { changes: Details; seen: Details }) =>
      callSql('change_shop_details', { p_changes: changes, p_seen: seen }),
    // Also after a refusal, to show somebody else's change.
    onSettled: () => {
      const shown = [getShopDetails.path, shopTextQuery('terms').queryKey[0]];
      void refetchAfterWrite(queryClient, ([path]) => shown.includes(String(path)));
      return refresh();
    },
  });
}
