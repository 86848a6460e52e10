import type { MessageRow, MessageState } from '@contract/admin-messages.ts';
import { emailField, invalidEmailMessage, normalisePhoneNumber } from '@contract/contact-fields.ts';
import { accountKinds, type MessageChannelName } from '@contract/messages.ts';

const inTrouble: readonly MessageState[] = ['failed', 'unknown', 'bounced', 'complained'];

export type MessageAction = 'again' | 'correct' | 'unblock' | 'stop' | 'dismiss';

/** The actions that are possible for a message now. Nothing is sent again to a blocked address. */
export function actionsOf({
  kind,
  state,
  dismissedAt,
  blocked,
}: Pick<MessageRow, 'kind' | 'state' | 'dismissedAt' | 'blocked'>): MessageAction[] {
  const unblock: MessageAction[] = blocked ? ['unblock'] : [];
  if (state === 'sending') return unblock;
  // Nobody keeps the person of an account from hearing of it.
  if (state === 'waiting') return accountKinds.some((each) => each === kind) ? unblock : ['stop', ...unblock];
  const dismiss: MessageAction[] = inTrouble.includes(state) && dismissedAt === null ? ['dismiss'] : [];
  return [...(blocked ? unblock : (['again'] as const)), 'correct', ...dismiss];
}

/** What is wrong with the address or the reason that was typed for an action; empty when it can be sent. */
export function typedProblem(action: MessageAction, channel: MessageChannelName, typed: string): string {
  if (action === 'dismiss' && typed.trim() === '') return 'Please say what was done';
  if (action !== 'correct') return '';
  if (channel === 'email') return emailSchema.isValidSync(typed) ? '' : invalidEmailMessage;
  return normalisePhoneNumber(typed)?.startsWith('+') ? '' : 'Enter a phone number such as 0712 345 678';
}

const emailSchema = emailField(invalidEmailMessage);
