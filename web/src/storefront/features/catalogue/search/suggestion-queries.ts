import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { suggestProducts } from '@contract/products.ts';
import { callApi } from '../../../../lib/api-client.ts';

/** What may be meant by what has been typed so far; nothing is asked for fewer than two characters. */
export function useSuggestions(typed: string) {
  return useQuery({
    queryKey: [suggestProducts.path, typed],
    queryFn: ({ signal }) =>
      callApi(
        { ...suggestProducts, path: `${suggestProducts.path}?q=${encodeURIComponent(typed)}` },
        { signal },
      ),
    enabled: typed.length >= 2,
    // While the next answer is on its way the last one stays: a list that flickers cannot be read.
    placeholderData: keepPreviousData,
  });
}
