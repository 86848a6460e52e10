import type { MessageRule, MessageRuleValues } from '@contract/message-rules.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryDatabase } from '../../../lib/admin-database.ts';
import { adminKey, alwaysFresh, useRefreshAdmin } from '../../../lib/admin-queries.ts';

const rulesKey = [adminKey, 'message-rules'];

/** The channels of each message, and the recipients of those to the owner. */
export function useMessageRules() {
  return useQuery({
    ...alwaysFresh,
    queryKey: rulesKey,
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
  const queryClient = useQueryClient();
  const refresh = useRefreshAdmin();
  return useMutation({
    mutationFn: ({ kind, changes, seen }: RuleChange) =>
      queryDatabase((database) =>
        database.rpc('change_message_rule', { p_kind: kind, p_changes: changes, p_seen: seen }),
      ),
    onSuccess: (rules) => queryClient.setQueryData(rulesKey, rules),
    // Also after a refusal, to show somebody else's change.
    onSettled: refresh,
  });
}
