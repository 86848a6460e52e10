import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { suggestProducts } from '@contract/products.ts';
import { callApi } from '#lib/api/api-client.ts';
import { isConnectionError } from '#lib/api/is-connection-error.ts';

/** Suggestions for the typed text; not fetched for fewer than two characters. */
export function useSuggestions(typed: string) {
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [suggestProducts.path, typed],
    queryFn: ({ signal }) => callApi(suggestProducts, { query: `q=${encodeURIComponent(typed)}`, signal }),
    enabled: typed.length >= 2,
    // The previous suggestions stay while the next ones load, so that the list does not flicker.
    placeholderData: keepPreviousData,
  });
  // Offline, the suggestions come from this device.
  const kept = useQuery({
    queryKey: ['kept', suggestProducts.path, typed],
    queryFn: async ({ client }) =>
      (await import('../offline/suggest-from-index.ts')).suggestFromIndex(client, typed),
    enabled: isConnectionError(error),
    placeholderData: keepPreviousData,
  });
  const isOld = data ? isPlaceholderData : kept.isPlaceholderData;
  return { data: data ?? kept.data, isOld };
}
