import type { Settings } from '@contract/settings.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { askDatabase } from './admin-database.ts';
import { adminKey, alwaysFresh, useRefreshAdmin } from './admin-queries.ts';

/** The settings that the shop's rules depend on. */
export function useSettings() {
  return useQuery({
    ...alwaysFresh,
    queryKey: [adminKey, 'settings'],
    queryFn: ({ signal }) => askDatabase((database) => database.rpc('shop_settings').abortSignal(signal)),
  });
}

type SettingsChange = { changes: Partial<Settings>; seen: Partial<Settings> };

/** Changes some settings, unless somebody else has changed the same ones since they were seen. */
export function useChangeSettings() {
  const refresh = useRefreshAdmin();
  return useMutation({
    mutationFn: ({ changes, seen }: SettingsChange) =>
      askDatabase((database) => database.rpc('change_settings', { p_changes: changes, p_seen: seen })),
    // After a refusal too: somebody else's change is shown.
    onSettled: refresh,
  });
}
