import { HistoryList } from './history-list.tsx';
import { describeSettings } from './settings-text.ts';

type SettingsHistoryProps = { table: 'settings' | 'delivery_counties'; rowId: string };

/** Every change of the settings, or of a county's delivery settings. */
export function SettingsHistory({ table, rowId }: SettingsHistoryProps) {
  return <HistoryList table={table} rowIds={[rowId]} describe={describeSettings} />;
}
