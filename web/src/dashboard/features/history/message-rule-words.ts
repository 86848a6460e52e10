import type { HistoryEntry } from './history-queries.ts';
import { type ChangeInWords, valueInWords } from './history-words.ts';

const labels: Record<string, string> = {
  email: 'by e-mail',
  sms: 'by SMS',
  whatsapp: 'by WhatsApp',
  emails: 'e-mail addresses',
  phones: 'phone numbers',
};

/** What changed of one rule. @param name of the message that the rule is about */
export function messageRuleInWords(
  { before, after }: Pick<HistoryEntry, 'before' | 'after'>,
  name: string,
): ChangeInWords[] {
  const inWords = (column: string, value: unknown) =>
    valueInWords(column, Array.isArray(value) ? value.join(', ') : value);
  return Object.keys({ ...before, ...after }).map((column) => ({
    column,
    label: `${name}, ${labels[column] ?? column}`,
    before: inWords(column, before?.[column]),
    after: inWords(column, after?.[column]),
  }));
}
