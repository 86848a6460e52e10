import { messageRuleInWords } from './message-rule-words.ts';
import { RowChanges } from './row-changes.tsx';

/** Every change of who gets which message. @param names of the rules, by their ids */
export function MessageRulesHistory({ names }: { names: Record<string, string> }) {
  return (
    <RowChanges
      table="message_rules"
      rowIds={Object.keys(names)}
      inWords={(entry) => messageRuleInWords(entry, names[entry.row_id] ?? '')}
    />
  );
}
