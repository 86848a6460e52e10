import { messageRuleInWords } from './message-rule-words.ts';
import { HistoryList } from './history-list.tsx';

/** Every change of who gets which message. @param names of the rules, by their ids */
export function MessageRulesHistory({ names }: { names: Record<string, string> }) {
  return (
    <HistoryList
      table="message_rules"
      rowIds={Object.keys(names)}
      inWords={(entry) => messageRuleInWords(entry, names[entry.row_id] ?? '')}
    />
  );
}
