import { Loaded } from '#dashboard/components/query-state.tsx';
import { kindLabels } from '#dashboard/lib/message-text.ts';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { Recipients } from '#dashboard/features/messages/rules/recipients.tsx';
import { RulesTable } from '#dashboard/features/messages/rules/rules-table.tsx';
import { describeMessageRule } from '#dashboard/features/history/message-rule-text.ts';
import { HistoryList } from '#dashboard/features/history/history-list.tsx';

/** `/admin/messages/rules`: the channels and recipients of messages, and the history of their changes. */
export function MessageRulesPage() {
  return (
    <div className="stack gap-4">
      <h2>Notifications</h2>
      <Loaded query={useSql('list_message_rules', {})} what="the rules" lines={6}>
        {(rules) => (
          <>
            <Recipients rules={rules} />
            <details>
              <summary className="target">More: each message, to you and to buyers, by channel</summary>
              <div className="stack gap-3">
                <p className="muted">
                  Only channels that are set up send. WhatsApp goes only to buyers who allowed it. A change
                  applies to messages written from now on. The mail for a forgotten password always goes out.
                </p>
                <RulesTable rules={rules} />
              </div>
            </details>
            <MessageRulesHistory
              names={Object.fromEntries(rules.rules.map(({ id, kind }) => [id, kindLabels[kind]]))}
            />
          </>
        )}
      </Loaded>
    </div>
  );
}

/** Every change of the message rules. @param names of the rules, by id */
function MessageRulesHistory({ names }: { names: Record<string, string> }) {
  return (
    <HistoryList
      isPart
      table="message_rules"
      rowIds={Object.keys(names)}
      describe={(entry) => describeMessageRule(entry, names[entry.row_id] ?? '')}
    />
  );
}
