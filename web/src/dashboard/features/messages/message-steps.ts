import type { MessageRow, MessageState } from '@contract/admin-messages.ts';

const inTrouble: readonly MessageState[] = ['failed', 'unknown', 'bounced', 'complained'];

export type MessageAction = 'again' | 'correct' | 'unblock' | 'stop' | 'answer';

/** The actions that are possible for a message now. Nothing is sent again to a blocked address. */
export function actionsOf({
  state,
  answeredAt,
  blocked,
}: Pick<MessageRow, 'state' | 'answeredAt' | 'blocked'>): MessageAction[] {
  const unblock: MessageAction[] = blocked ? ['unblock'] : [];
  if (state === 'sending') return unblock;
  if (state === 'waiting') return ['stop', ...unblock];
  const answer: MessageAction[] = inTrouble.includes(state) && answeredAt === null ? ['answer'] : [];
  return [...(blocked ? unblock : (['again'] as const)), 'correct', ...answer];
}
