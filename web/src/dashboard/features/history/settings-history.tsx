import { RowChanges } from './row-changes.tsx';
import { settingsInWords } from './settings-words.ts';

/** Every change of the settings. */
export function SettingsHistory({ settingsId }: { settingsId: string }) {
  return <RowChanges table="settings" rowIds={[settingsId]} inWords={settingsInWords} />;
}
