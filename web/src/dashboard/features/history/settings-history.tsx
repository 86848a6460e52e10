import { HistoryList } from './history-list.tsx';
import { settingsInWords } from './settings-words.ts';

type SettingsHistoryProps = { table: 'settings' | 'delivery_counties'; rowId: string };

/** Every change of the settings, or of the delivery to one county. */
export function SettingsHistory({ table, rowId }: SettingsHistoryProps) {
  return <HistoryList table={table} rowIds={[rowId]} inWords={settingsInWords} />;
}
