import type { MessageRule, MessageRuleValues } from '@contract/message-rules.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { askDatabase } from '../../../lib/admin-database.ts';
import { adminKey, alwaysFresh, useRefreshAdmin } from '../../../lib/admin-queries.ts';

/** Which message goes out on which channel, and to whom those to the owner go. */
export function useMessageRules() {
  return useQuery({
    ...alwaysFresh,
    queryKey: [adminKey, 'message-rules'],
    queryFn: ({ signal }) =>
      askDatabase((database) => database.rpc('list_message_rules').abortSignal(signal)),
  });
}

type RuleChange = {
  kind: MessageRule['kind'];
  changes: Partial<MessageRuleValues>;
  seen: Partial<MessageRuleValues>;
};

/** Changes a rule, unless somebody else has since it was seen. */
export function useChangeMessageRule() {
  const refresh = useRefreshAdmin();
  return useMutation({
    mutationFn: ({ kind, changes, seen }: RuleChange) =>
      askDatabase((database) =>
        database.rpc('change_message_rule', { p_kind: kind, p_changes: changes, p_seen: seen }),
      ),
    // After a refusal too: somebody else's change is shown.
    onSettled: refresh,
  });
}
