import { describeMessageRule } from './message-rule-text.ts';
import { HistoryList } from './history-list.tsx';

/** Every change of the message rules. @param names of the rules, by id */
export function MessageRulesHistory({ names }: { names: Record<string, string> }) {
  return (
    <HistoryList
      table="message_rules"
      rowIds={Object.keys(names)}
      describe={(entry) => describeMessageRule(entry, names[entry.row_id] ?? '')}
    />
  );
}
