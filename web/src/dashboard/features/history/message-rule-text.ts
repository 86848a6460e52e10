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
  const textOf = (column: string, value: unknown) =>
    formatValue(column, Array.isArray(value) ? value.join(', ') : value);
  return Object.keys({ ...before, ...after }).map((column) => ({
    column,
    label: `${name}, ${labels[column] ?? column}`,
    before: textOf(column, before?.[column]),
    after: textOf(column, after?.[column]),
  }));
}
