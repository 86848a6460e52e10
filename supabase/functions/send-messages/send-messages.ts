import type { LogEntry } from '../_shared/logging/log.ts';
import { scheduledJob, withEach } from '../_shared/http/scheduled-job.ts';
import type { MessageChannel, SendResult } from '../_shared/messages/message-channel.ts';
import type { ClaimedMessage, ClaimedMessages, MessageContent } from '../_shared/contract/messages.ts';
import { calledByShop } from '../_shared/messages/outbox-call.ts';
import type { MessageToRender } from '../_shared/messages/render-message.ts';
import type { Outbox } from './supabase-outbox.ts';

export type SendMessagesDeps = Outbox & {
  jobKey: string;
  channels: readonly MessageChannel[];
  /** The link of a message. */
  linkOf(message: Pick<ClaimedMessage, 'kind' | 'channel' | 'orderId' | 'linkVersion' | 'facts'>): string;
  render(message: MessageToRender): Promise<MessageContent>;
  log(entry: LogEntry): void;
};

/** Messages claimed together, and how many of them are sent at a time: a silent provider costs 15 s of the two minutes. */
const batch = 20;
const atATime = 4;
/** Milliseconds after which no further batch is claimed; the platform ends a call after 150 s. */
const timeBudget = 60_000;

/**
 * Sends what is due in the outbox. Safe to call at any time, twice at once or not for a day: each message is claimed by
 * one caller, stored before it is sent, and what may have reached somebody is sent again only with the same key and bytes.
 * Answers `{sent, failed}`.
 */
export function createSendMessages(deps: SendMessagesDeps): (request: Request) => Promise<Response> {
  const attempt = async (message: ClaimedMessage, log: SendMessagesDeps['log']): Promise<boolean> => {
    const { id, lease, kind, channel, language, facts, key, recipient, orderId } = message;
    const route = deps.channels.find(({ provider }) => provider === message.provider);
    // The database hands out messages of these providers only.
    if (!route) throw new Error(`The provider ${message.provider} is not set up.`);
    const record = async (result: SendResult) => {
      await deps.recordResult({ id, lease, hasKey: route.keySeconds > 0, result });
      if (result.outcome !== 'accepted') {
        // Its code alone: what a provider writes after it can name the recipient.
        const [reason] = result.reason.split(':', 1);
        log({ level: 'warn', event: 'message_not_sent', id, kind, channel, outcome: result.outcome, reason });
      }
      return result.outcome === 'accepted';
    };

    let { content } = message;
    if (!content) {
      // The database sends these for every message that is not finished yet.
      if (!facts) throw new Error('The message has neither a text nor its facts.');
      try {
        const link = deps.linkOf(message);
        content = await deps.render({ kind, channel, language, facts, link });
      } catch (error) {
        // Nothing was sent; once the template is put right, a later attempt succeeds.
        log({ level: 'error', event: 'message_not_rendered', id, kind, message: String(error) });
        return record({ outcome: 'refused', reason: String(error) });
      }
      if (!(await deps.storeContent(message, content))) return false;
    }
    return record(await route.send({ key, recipient, kind, orderId, content }));
  };

  return scheduledJob(deps.jobKey, deps.log, async (request, log) => {
    const summary = { sent: 0, failed: 0 };
    const startedAt = Date.now();
    const toQueue = { health_not_checked: deps.queueHealthMessages, due_not_queued: deps.queueDueMessages };
    let isWhole = true;
    for (const [event, queue] of Object.entries(toQueue)) {
      try {
        await queue();
      } catch (error) {
        // It must not delay the messages of buyers; the missing heartbeat raises the alarm.
        isWhole = false;
        log({ level: 'error', event, message: String(error) });
      }
    }
    let claimed: ClaimedMessages;
    do {
      claimed = await deps.claimMessages(batch);
      await withEach(claimed.messages, atATime, async (message) => {
        try {
          if (await attempt(message, log)) summary.sent += 1;
          else summary.failed += 1;
        } catch (error) {
          // A failure of one message must not stop the others; its lease ends in two minutes.
          summary.failed += 1;
          log({ level: 'error', event: 'message_failed', id: message.id, message: String(error) });
        }
      });
      // A whole batch may need no sending; more may be due after it.
    } while (claimed.handled > 0 && Date.now() - startedAt < timeBudget);
    if (isWhole && !request.headers.has(calledByShop)) await deps.recordHeartbeat();
    if (summary.sent > 0 || summary.failed > 0) log({ level: 'info', event: 'messages_sent', ...summary });
    return summary;
  });
}
