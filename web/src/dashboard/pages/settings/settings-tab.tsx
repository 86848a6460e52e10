import { Loaded } from '#dashboard/components/query-state.tsx';
import { SettingsForm } from '#dashboard/features/settings/settings-form.tsx';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { HistoryList } from '#dashboard/features/history/history-list.tsx';
import { describeSettings } from '#dashboard/features/history/settings-text.ts';

/** `/admin/settings`: the shop's settings, and their history. */
export function SettingsTab() {
  return (
    <div className="stack gap-5">
      <h2>Settings</h2>
      <Loaded query={useSql('shop_settings', {})} what="the settings" lines={4}>
        {(settings) => (
          <>
            <SettingsForm settings={settings} />
            <HistoryList table="settings" rowIds={[settings.id]} describe={describeSettings} isPart />
          </>
        )}
      </Loaded>
    </div>
  );
}
