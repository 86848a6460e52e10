import { getShopDetails, type ShopDetails } from '@contract/shop-details.ts';
import type { TextPage } from '@contract/shop-text-pages.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refetchAfterWrite } from '#lib/api/refetch-after-write.ts';
import { shopTextQuery } from '#lib/api/shop-texts.ts';
import { callSql } from './admin-database.ts';
import { useRefreshAdmin } from './admin-queries.ts';

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
