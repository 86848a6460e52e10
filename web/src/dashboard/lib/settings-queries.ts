import type { Settings } from '@contract/settings.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { queryDatabase } from './admin-database.ts';
import { adminKey, alwaysFresh, useRefreshAdmin } from './admin-queries.ts';

/** The settings that the shop's rules depend on. */
export function useSettings() {
  return useQuery({
    ...alwaysFresh,
    queryKey: [adminKey, 'settings'],
    queryFn: ({ signal }) => queryDatabase((database) => database.rpc('shop_settings').abortSignal(signal)),
  });
}

type SettingsChange = { changes: Partial<Settings>; seen: Partial<Settings> };

/** Changes some settings, unless somebody else has changed the same ones since they were read. */
export function useChangeSettings() {
  const refresh = useRefreshAdmin();
  return useMutation({
    mutationFn: ({ changes, seen }: SettingsChange) =>
      queryDatabase((database) => database.rpc('change_settings', { p_changes: changes, p_seen: seen })),
    // Also after a refusal, to show somebody else's change.
    onSettled: refresh,
  });
}
