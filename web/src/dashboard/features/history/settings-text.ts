import type { FormField } from '@contract/field-rules.ts';
import { formatKes } from '@contract/money.ts';
import { settingFields } from '@contract/settings.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';
import type { HistoryEntry } from './history-queries.ts';
import type { ChangeText } from './history-text.ts';

type SettingText = readonly [label: string, textOf: (value: unknown) => string];

/** What Settings has no field for. */
const otherTexts: Record<string, SettingText> = {
  second_factor_required: ['Second factor of admins', (isOn) => (isOn ? 'asked for' : 'not asked for')],
  database_limit_mb: ['Space for the database', (mb) => countOrNone(mb, 'MB')],
  pictures_limit_mb: ['Space for pictures', (mb) => countOrNone(mb, 'MB')],
  backup_limit_days: ['Longest without a backup', (days) => countOrNone(days, 'days')],
  zone: ['Zone', String],
  days_from: ['Days, from', String],
  days_to: ['Days, to', String],
  same_day_before: ['Same day before', (time) => (time ? String(time).slice(0, 5) : 'not offered')],
  low: ['Costs from', (amount) => formatKes(Number(amount))],
  high: ['Costs to', (amount) => formatKes(Number(amount))],
  free_above: ['Free above', amountOrNone],
  fixed_price: ['Fixed price', amountOrNone],
};

/** Describes the changes of the settings or of a county's delivery settings. */
export function describeSettings({ before, after }: HistoryEntry): ChangeText[] {
  return Object.keys({ ...before, ...after }).map((column) => {
    const [label, textOf] = otherTexts[column] ?? settingText(column);
    return { column, label, before: textOf(before?.[column]), after: textOf(after?.[column]) };
  });
}

/** As the form of the settings says it. */
function settingText(column: string): SettingText {
  const name = column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  // A column that is no more has its name.
  const { label = column, options = [] }: Partial<FormField> =
    settingFields[name as keyof typeof settingFields] ?? {};
  return [
    label,
    (value) =>
      typeof value === 'number'
        ? formatCount(value)
        : (options.find((option) => option.value === String(value))?.label ?? String(value)),
  ];
}

function countOrNone(count: unknown, unit: string): string {
  return typeof count === 'number' ? `${formatCount(count)} ${unit}` : 'no limit';
}

function amountOrNone(amount: unknown): string {
  return typeof amount === 'number' ? formatKes(amount) : 'none';
}
