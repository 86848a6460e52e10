import { RowChanges } from './row-changes.tsx';
import { settingsInWords } from './settings-words.ts';

type SettingsHistoryProps = { table: 'settings' | 'delivery_counties'; rowId: string };

/** Every change of the settings, or of the delivery to one county. */
export function SettingsHistory({ table, rowId }: SettingsHistoryProps) {
  return <RowChanges table={table} rowIds={[rowId]} inWords={settingsInWords} />;
}
