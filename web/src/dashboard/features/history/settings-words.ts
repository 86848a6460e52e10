import { formatKes } from '../../../lib/money.ts';
import { counted } from '../../lib/count-words.ts';
import type { HistoryEntry } from './history-queries.ts';
import type { ChangeInWords } from './history-words.ts';

type Words = { label: string; value(value: unknown): string };

const words: Record<string, Words> = {
  hold_minutes: { label: 'Minutes to pay', value: (minutes) => counted(Number(minutes), 'minute') },
  ship_when: { label: 'Completed when', value: (when) => String(when) },
  settlement_required_above: {
    label: 'Settled or with a reason above',
    value: (amount) => formatKes(Number(amount)),
  },
};

/** What changed in the settings, one by one. */
export function settingsInWords({ before, after }: HistoryEntry): ChangeInWords[] {
  return Object.keys({ ...before, ...after }).map((column) => {
    const { label, value } = words[column] ?? { label: column, value: String };
    return { column, label, before: value(before?.[column]), after: value(after?.[column]) };
  });
}
