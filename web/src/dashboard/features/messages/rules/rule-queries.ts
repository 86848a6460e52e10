import type { MessageRule, MessageRuleValues } from '@contract/message-rules.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { sqlQueryAlwaysStale, useRefreshAdmin } from '#dashboard/lib/admin-queries.ts';

const rules = sqlQueryAlwaysStale(['message-rules'], 'list_message_rules', {});

/** The channels of each message, and the recipients of those to the owner. */
export function useMessageRules() {
  return useQuery(rules);
}

type RuleChange = {
  kind: MessageRule['kind'];
  changes: Partial<MessageRuleValues>;
  seen: Partial<MessageRuleValues>;
};

/** Changes a rule, unless somebody else has changed it since it was read. */
export function useChangeMessageRule() {
  const queryClient = useQueryClient();
  const refresh = useRefreshAdmin();
  return useMutation({
    mutationFn: ({ kind, changes, seen }: RuleChange) =>
      callSql('change_message_rule', { p_kind: kind, p_changes: changes, p_seen: seen }),
    onSuccess: (changed) => queryClient.setQueryData(rules.queryKey, changed),
    // Also after a refusal, to show somebody else's change.
    onSettled: refresh,
  });
}
