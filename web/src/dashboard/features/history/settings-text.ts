import { formatKes } from '@contract/money.ts';
import { counted, formatCount } from '#dashboard/lib/format-count.ts';
import type { HistoryEntry } from './history-queries.ts';
import type { ChangeText } from './history-text.ts';

type SettingText = { label: string; value(value: unknown): string };

const settingTexts: Record<string, SettingText> = {
  hold_minutes: {
    label: 'Minutes that items are held for payment',
    value: (minutes) => counted(Number(minutes), 'minute'),
  },
  part_hold_days: {
    label: 'Days that a partly paid order is held',
    value: (days) => counted(Number(days), 'day'),
  },
  ship_when: { label: 'Completed when', value: (when) => String(when) },
  ships_unpaid: {
    label: 'Parcels of an order that is not paid',
    value: (may) => (may ? 'may be sent with a reason' : 'are never sent'),
  },
  second_factor_required: {
    label: 'Second factor of admins',
    value: (isOn) => (isOn ? 'asked for' : 'not asked for'),
  },
  fixed_delivery_prices: {
    label: 'Delivery is paid',
    value: (isOn) => (isOn ? 'with the order, where the price is fixed' : 'outside the total'),
  },
  database_limit_mb: { label: 'Space for the database', value: (mb) => countOrNone(mb, 'MB') },
  pictures_limit_mb: { label: 'Space for pictures', value: (mb) => countOrNone(mb, 'MB') },
  backup_limit_days: { label: 'Longest without a backup', value: (days) => countOrNone(days, 'days') },
  zone: { label: 'Zone', value: String },
  days_from: { label: 'Days, from', value: String },
  days_to: { label: 'Days, to', value: String },
  same_day_before: {
    label: 'Same day before',
    value: (time) => (time ? String(time).slice(0, 5) : 'not offered'),
  },
  low: { label: 'Costs from', value: (amount) => formatKes(Number(amount)) },
  high: { label: 'Costs to', value: (amount) => formatKes(Number(amount)) },
  free_above: { label: 'Free above', value: amountOrNone },
  fixed_price: { label: 'Fixed price', value: amountOrNone },
  approved_ships_below: {
    label: 'Completed when approved below',
    value: (amount) => formatKes(Number(amount)),
  },
};

/** Describes the changes of the settings or of a county's delivery settings. */
export function describeSettings({ before, after }: HistoryEntry): ChangeText[] {
  return Object.keys({ ...before, ...after }).map((column) => {
    const { label, value } = settingTexts[column] ?? { label: column, value: String };
    return { column, label, before: value(before?.[column]), after: value(after?.[column]) };
  });
}

function countOrNone(count: unknown, unit: string): string {
  return typeof count === 'number' ? `${formatCount(count)} ${unit}` : 'no limit';
}

function amountOrNone(amount: unknown): string {
  return typeof amount === 'number' ? formatKes(amount) : 'none';
}
