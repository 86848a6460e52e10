import type { Settings } from '@contract/settings.ts';
import { useMutation } from '@tanstack/react-query';
import { callSql } from './admin-database.ts';
import { useRefreshAdmin } from './admin-queries.ts';

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
