import type { MessageRule, MessageRuleValues } from '@contract/message-rules.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { sqlQuery, useAdminWrite } from '#dashboard/lib/admin-queries.ts';

type RuleChange = {
  kind: MessageRule['kind'];
  changes: Partial<MessageRuleValues>;
  seen: Partial<MessageRuleValues>;
};

/** Changes a rule, unless somebody else has changed it since it was read. */
export function useChangeMessageRule() {
  const queryClient = useQueryClient();
  return useAdminWrite(async ({ kind, changes, seen }: RuleChange) => {
    const changed = await callSql('change_message_rule', {
      p_kind: kind,
      p_changes: changes,
      p_seen: seen,
    });
    queryClient.setQueryData(sqlQuery('list_message_rules', {}).queryKey, changed);
  });
}
