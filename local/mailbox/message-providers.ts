import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Context, Hono } from 'hono';
import type { MessageChannel, OutgoingMail } from './mailbox.ts';

type Deliver = (mail: OutgoingMail) => Promise<string>;
type Tag = { name: string; value: string };

/**
 * Fakes of the providers that the functions send through: Resend (with its idempotency keys), Africa's Talking and
 * WhatsApp's Cloud API. They deliver to the mailbox, with the faults set by `PUT /mailbox/faults.json`.
 */
export function messageProviders(deliver: Deliver): Hono {
  let faults = noFaults;
  /** The reply for each idempotency key; a second request waits for the first. */
  const keys = new Map<string, { hash: string; answer: Promise<string> }>();
  const app = new Hono();

  app.put('/faults.json', async (context) => {
    const sent = messageFaults(await context.req.json().catch(() => null));
    if (!sent)
      return context.json(
        { message: 'Send {failShare, limitShare, dropShare: 0 to 1, delayMs, channel}.' },
        400,
      );
    faults = sent;
    return context.json(faults);
  });

  /** Applies the faults; `take` handles a valid request. */
  async function withFaults(
    context: Context,
    channel: MessageChannel,
    take: () => Promise<Response>,
  ): Promise<Response> {
    const { failShare, limitShare, dropShare, delayMs } = faultsOf(faults, channel);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (Math.random() < failShare)
      return context.json({ name: 'application_error', message: 'Try again' }, 500);
    if (Math.random() < limitShare) {
      return context.json({ name: 'rate_limit_exceeded' }, 429, { 'retry-after': '1' });
    }
    const response = await take();
    if (Math.random() < dropShare) (context.env as { incoming?: IncomingMessage }).incoming?.socket.destroy();
    return response;
  }

  app.post('/providers/resend/emails', (context) =>
    withFaults(context, 'email', async () => {
      const body = await context.req.text();
      const key = context.req.header('idempotency-key') ?? randomUUID();
      const hash = createHash('sha256').update(body).digest('hex');
      const known = keys.get(key);
      if (known && known.hash !== hash) {
        return context.json(
          { statusCode: 409, name: 'invalid_idempotent_request', message: 'Another body' },
          409,
        );
      }
      if (known) return context.json({ id: await known.answer });
      const mail = JSON.parse(body) as Record<'from' | 'subject' | 'html' | 'text', string> & {
        to: string[];
        tags?: Tag[];
      };
      const tag = (name: string) => mail.tags?.find((one) => one.name === name)?.value;
      const { from, subject, html, text } = mail;
      const answer = deliver({
        to: mail.to.join(', '),
        from,
        subject,
        html,
        text,
        kind: tag('kind'),
        orderId: tag('order'),
      });
      keys.set(key, { hash, answer });
      // A mail that could not be stored was not sent: the next request with this key tries again.
      answer.catch(() => keys.delete(key));
      return context.json({ id: await answer });
    }),
  );

  app.post('/providers/africas-talking/version1/messaging', (context) =>
    withFaults(context, 'sms', async () => {
      const { to = '', message = '', from } = (await context.req.parseBody()) as Record<string, string>;
      const messageId = await deliver({
        channel: 'sms' as const,
        to,
        from,
        subject: '',
        text: message,
        kind: context.req.header('x-message-kind'),
        orderId: context.req.header('x-message-order'),
      });
      const recipient = { statusCode: 101, number: to, status: 'Success', cost: 'KES 0.8000', messageId };
      return context.json({ SMSMessageData: { Message: 'Sent to 1/1', Recipients: [recipient] } }, 201);
    }),
  );

  app.post('/providers/whatsapp/:version/:sender/messages', (context) =>
    withFaults(context, 'whatsapp', async () => {
      const { to, template } = await context.req.json<{
        to: string;
        template: { name: string; components: { parameters: { text: string }[] }[] };
      }>();
      const text = template.components
        .flatMap(({ parameters }) => parameters.map((one) => one.text))
        .join('\n');
      const id = await deliver({
        channel: 'whatsapp' as const,
        to: `+${to}`,
        subject: '',
        text,
        kind: template.name,
        orderId: context.req.header('x-message-order'),
      });
      return context.json({ messages: [{ id: `wamid.${id}` }] });
    }),
  );
  return app;
}

/** Faults of a provider; shares are probabilities from 0 to 1 for each request. */
type MessageFaults = typeof noFaults;

const noFaults = {
  /** Refused with 500. */
  failShare: 0,
  /** Refused with 429 and a `Retry-After` of one second. */
  limitShare: 0,
  /** Accepted, then the connection is closed without a reply. */
  dropShare: 0,
  /** Milliseconds before each reply. */
  delayMs: 0,
  /** Whose faults these are: those of one channel, or of all. */
  channel: 'all' as 'all' | MessageChannel,
};

/** What happens to a message of this channel. */
const faultsOf = (faults: MessageFaults, channel: MessageChannel): MessageFaults =>
  faults.channel === 'all' || faults.channel === channel ? faults : noFaults;

/** Parses faults; missing ones are 0. Null when a value is out of range. */
function messageFaults(sent: unknown): MessageFaults | null {
  if (typeof sent !== 'object' || sent === null) return null;
  const faults = { ...noFaults, ...sent };
  const isShare = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1;
  const isGood =
    Object.keys(faults).length === Object.keys(noFaults).length &&
    [faults.failShare, faults.limitShare, faults.dropShare].every(isShare) &&
    typeof faults.delayMs === 'number' &&
    faults.delayMs >= 0 &&
    faults.delayMs <= 60_000 &&
    ['all', 'email', 'sms', 'whatsapp'].includes(faults.channel);
  return isGood ? faults : null;
}
