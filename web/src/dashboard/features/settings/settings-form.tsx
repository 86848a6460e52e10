import { settingFields, type Settings } from '@contract/settings.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';
import { checkedFields } from './checked-fields.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { FieldsForm } from './fields-form.tsx';

type Values = Omit<Settings, 'id'>;
type Typed = Record<keyof Values, string>;

/** The settings form. */
export function SettingsForm({ settings: { id: _, ...stored } }: { settings: Settings }) {
  return (
    <FieldsForm<Values>
      title="Settings"
      what="settings"
      fields={settingFields}
      stored={stored}
      save={(changes, seen) => callSql('change_settings', { p_changes: changes, p_seen: seen })}
      typedOf={typedSettings}
      checked={checkedSettings}
    />
  );
}

/** The settings as the form's texts. */
export const typedSettings = (settings: Values) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      typeof value === 'number' ? formatCount(value) : String(value ?? ''),
    ]),
  ) as Typed;

/** The typed settings as they are stored, or a sentence for each invalid field. */
export const checkedSettings = (typed: Typed) => checkedFields(settingFields, typed);
