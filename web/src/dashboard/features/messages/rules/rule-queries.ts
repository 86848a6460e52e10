import type { MessageRule, MessageRuleValues } from '@contract/message-rules.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { queryDatabase } from '../../../lib/admin-database.ts';
import { adminKey, alwaysFresh, useRefreshAdmin } from '../../../lib/admin-queries.ts';

/** The channels of each message, and the recipients of those to the owner. */
export function useMessageRules() {
  return useQuery({
    ...alwaysFresh,
    queryKey: [adminKey, 'message-rules'],
    queryFn: ({ signal }) =>
      queryDatabase((database) => database.rpc('list_message_rules').abortSignal(signal)),
  });
}

type RuleChange = {
  kind: MessageRule['kind'];
  changes: Partial<MessageRuleValues>;
  seen: Partial<MessageRuleValues>;
};

/** Changes a rule, unless somebody else has changed it since it was read. */
export function useChangeMessageRule() {
  const refresh = useRefreshAdmin();
  return useMutation({
    mutationFn: ({ kind, changes, seen }: RuleChange) =>
      queryDatabase((database) =>
        database.rpc('change_message_rule', { p_kind: kind, p_changes: changes, p_seen: seen }),
      ),
    // Also after a refusal, to show somebody else's change.
    onSettled: refresh,
  });
}
