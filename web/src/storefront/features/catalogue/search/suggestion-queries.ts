import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { suggestProducts } from '@contract/products.ts';
import { callApi } from '../../../../lib/api-client.ts';
import { isConnectionError } from '../../../../lib/is-connection-error.ts';
import { deferredPart } from '../../../../lib/deferred-part.ts';

/** The list of suggestions, and where they come from when offline. */
export const suggestionCode = deferredPart(() => import('./suggestion-list.tsx'));

/** What may be meant by what has been typed so far; nothing is asked for fewer than two characters. */
export function useSuggestions(typed: string) {
  const { data, error } = useQuery({
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
  // Offline, the suggestions come from this device.
  const kept = useQuery({
    queryKey: ['kept', suggestProducts.path, typed],
    queryFn: async ({ client }) => (await suggestionCode.fetch()).suggestOffline(client, typed),
    enabled: isConnectionError(error),
    placeholderData: keepPreviousData,
  });
  return data ?? kept.data;
}
