import type { Settings } from '@contract/settings.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callSql } from './admin-database.ts';
import { sqlQueryAlwaysStale, useRefreshAdmin } from './admin-queries.ts';

/** The settings that the shop's rules depend on. */
export function useSettings() {
  return useQuery(sqlQueryAlwaysStale(['settings'], 'shop_settings', {}));
}

type SettingsChange = { changes: Partial<Settings>; seen: Partial<Settings> };

/** Changes some settings, unless somebody else has changed the same ones since they were read. */
export function useChangeSettings() {
  const refresh = useRefreshAdmin();
  return useMutation({
    mutationFn: ({ changes, seen }: SettingsChange) =>
      callSql('change_settings', { p_changes: changes, p_seen: seen }),
    // Also after a refusal, to show somebody else's change.
    onSettled: refresh,
  });
}
