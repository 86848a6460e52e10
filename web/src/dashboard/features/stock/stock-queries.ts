import { useQuery } from '@tanstack/react-query';
import { sqlQueryAlwaysStale } from '#dashboard/lib/admin-queries.ts';

/** Fewer letters are in nearly every name. */
const minLetters = 2;

/** Eight products with these words in name, brand, model or search words. */
export const useStock = (words: string) =>
  useQuery({
    ...sqlQueryAlwaysStale(['stock', words], 'find_stock', { p_search: words }),
    // A choice counts with what is in the shop now, not with what was found before the last booking.
    gcTime: 0,
    enabled: words.length >= minLetters,
  });

/** The last 100 movements of a product, newest first. */
export const useStockMovements = (productId: string) =>
  useQuery(
    sqlQueryAlwaysStale(['stock-movements', productId], 'list_stock_movements', { p_product_id: productId }),
  );
