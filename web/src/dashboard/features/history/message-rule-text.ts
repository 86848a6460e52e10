import type { HistoryEntry } from '@contract/history.ts';
import { type ChangeText, formatValue } from './history-text.ts';

const labels: Record<string, string> = {
  email: 'by e-mail',
  sms: 'by SMS',
  whatsapp: 'by WhatsApp',
  emails: 'e-mail addresses',
  phones: 'phone numbers',
};

/** The changes of one rule. @param name of the rule's message */
export function describeMessageRule(
  { before, after }: Pick<HistoryEntry, 'before' | 'after'>,
  name: string,
): ChangeText[] {
  return Object.keys({ ...before, ...after }).map((column) => ({
    column,
    label: `${name}, ${labels[column] ?? column}`,
    before: textOf(column, before),
    after: textOf(column, after),
  }));
}

function textOf(column: string, values: HistoryEntry['before']): string {
  const value = values?.[column];
  // Mail without an address goes to the oldest admin.
  if (column === 'emails' && Array.isArray(value) && value.length === 0 && values?.email !== false)
    return 'the first admin, by default';
  return formatValue(column, Array.isArray(value) ? value.join(', ') : value);
}
