import type { FieldText } from '@contract/field-rules.ts';
import { settingFields } from '@contract/settings.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';
import type { HistoryEntry } from '@contract/history.ts';
import { type ChangeText, fieldOfColumn } from './history-text.ts';

const limit = (label: string): FieldText => ({ label, options: [{ value: 'null', label: 'no limit' }] });

/** No form has them: they are set in SQL. */
const settingsInSql: Record<string, FieldText> = {
  secondFactorRequired: {
    label: 'Authenticator for admins',
    options: [
      { value: 'true', label: 'on' },
      { value: 'false', label: 'off' },
    ],
  },
  databaseLimitMb: limit('Space for the database (MB)'),
  picturesLimitMb: limit('Space for pictures (MB)'),
  backupLimitDays: limit('Longest without a backup (days)'),
  withheldVatRate: { label: 'Withheld VAT (hundredths of a percent)' },
  withheldTaxRate: { label: 'Withheld tax (hundredths of a percent)' },
};

/** The changes of rows whose columns are the fields of a form, in the words of that form. */
export const describedBy =
  (fields: Record<string, FieldText>) =>
  ({ before, after }: HistoryEntry): ChangeText[] =>
    Object.keys({ ...before, ...after }).map((column) => {
      // A column that is no more has its own name.
      const { label, options = [] } = fields[fieldOfColumn(column)] ?? { label: column };
      const textOf = (value: unknown) =>
        options.find((option) => option.value === String(value))?.label ?? shown(value);
      return { column, label, before: textOf(before?.[column]), after: textOf(after?.[column]) };
    });

/** Times of a day have no seconds. */
const shown = (value: unknown) =>
  typeof value === 'number' ? formatCount(value) : String(value ?? 'none').replace(/^(\d\d:\d\d):00$/, '$1');

/** Describes the changes of the settings. */
export const describeSettings = describedBy({ ...settingFields, ...settingsInSql });
