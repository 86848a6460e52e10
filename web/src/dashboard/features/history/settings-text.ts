import { formatKes } from '@contract/money.ts';
import { counted, formatCount } from '#dashboard/lib/format-count.ts';
import type { HistoryEntry } from './history-queries.ts';
import type { ChangeText } from './history-text.ts';

type SettingText = readonly [label: string, textOf: (value: unknown) => string];

const settingTexts: Record<string, SettingText> = {
  hold_minutes: ['Minutes that items are held for payment', (minutes) => counted(Number(minutes), 'minute')],
  part_hold_days: ['Days that a partly paid order is held', (days) => counted(Number(days), 'day')],
  ship_when: ['Completed when', (when) => String(when)],
  ships_unpaid: [
    'Parcels of an order that is not paid',
    (may) => (may ? 'may be sent with a reason' : 'are never sent'),
  ],
  second_factor_required: ['Second factor of admins', (isOn) => (isOn ? 'asked for' : 'not asked for')],
  fixed_delivery_prices: [
    'Delivery is paid',
    (isOn) => (isOn ? 'with the order, where the price is fixed' : 'outside the total'),
  ],
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
  approved_ships_below: ['Completed when approved below', (amount) => formatKes(Number(amount))],
};

/** Describes the changes of the settings or of a county's delivery settings. */
export function describeSettings({ before, after }: HistoryEntry): ChangeText[] {
  return Object.keys({ ...before, ...after }).map((column) => {
    const [label, textOf] = settingTexts[column] ?? [column, String];
    return { column, label, before: textOf(before?.[column]), after: textOf(after?.[column]) };
  });
}

function countOrNone(count: unknown, unit: string): string {
  return typeof count === 'number' ? `${formatCount(count)} ${unit}` : 'no limit';
}

function amountOrNone(amount: unknown): string {
  return typeof amount === 'number' ? formatKes(amount) : 'none';
}
