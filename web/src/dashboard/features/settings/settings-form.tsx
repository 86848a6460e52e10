import { settingFields, type Settings } from '@contract/settings.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';
import { useChangeSettings } from '#dashboard/lib/settings-queries.ts';
import { checkedFields } from './checked-fields.ts';
import { FieldsForm } from './fields-form.tsx';

type Values = Omit<Settings, 'id'>;
type Typed = Record<keyof Values, string>;

/** The settings form. */
export function SettingsForm({ settings: { id: _, ...stored } }: { settings: Settings }) {
  const change = useChangeSettings();
  return (
    <FieldsForm<Values>
      title="Settings"
      what="settings"
      fields={settingFields}
      stored={stored}
      change={change.mutateAsync}
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
