import { expect, it, vi } from 'vitest';
import type { ClaimedMessage, MessageContent, MessageFacts } from '../_shared/contract/messages.ts';
import type { OutgoingMessage, SendResult } from '../_shared/messages/message-channel.ts';
import { createSendMessages } from './send-messages.ts';
import type { MessageResult } from './supabase-outbox.ts';

const claimed = (over: Partial<ClaimedMessage> = {}): ClaimedMessage => ({
  id: 'm1',
  lease: 'lease',
  kind: 'order_paid',
  channel: 'email',
  recipient: 'ada@example.com',
  language: 'en',
  provider: 'resend',
  key: 'm1-1',
  orderId: 'o1',
  linkVersion: null,
  content: null,
  facts: {} as MessageFacts,
  ...over,
});
const text: MessageContent = { subject: 'Paid', text: 'rendered' };
const accepted: SendResult = { outcome: 'accepted', providerId: 'r1' };

/** The function over an outbox with these messages. */
function sender(messages: ClaimedMessage[], send: (message: OutgoingMessage) => Promise<SendResult>) {
  const waiting = [...messages];
  const steps: string[] = [];
  const results: MessageResult[] = [];
  const queueHealthMessages = vi.fn(() => Promise.resolve());
  const queueDueMessages = vi.fn(() => Promise.resolve(waiting.length));
  const log = vi.fn();
  const render = vi.fn(() => Promise.resolve(text));
  const storeContent = vi.fn(() => {
    steps.push('store');
    return Promise.resolve(true);
  });
  const sent = vi.fn((message: OutgoingMessage) => {
    steps.push('send');
    return send(message);
  });
  const handle = createSendMessages({
    jobKey: 'the key',
    channels: [
      {
        channel: 'email',
        provider: 'another',
        keySeconds: 60,
        send: () => Promise.reject(new Error('not this one')),
      },
      { channel: 'email', provider: 'resend', keySeconds: 60, send: sent },
    ],
    queueHealthMessages,
    queueDueMessages,
    claimMessages: (limit) => {
      const batch = waiting.splice(0, limit);
      return Promise.resolve({
        handled: batch.length,
        messages: batch.filter(({ kind }) => kind !== 'order_unpaid'),
      });
    },
    storeContent,
    recordResult: (result) => {
      results.push(result);
      return Promise.resolve();
    },
    recordHeartbeat: () => {
      steps.push('heartbeat');
      return Promise.resolve();
    },
    linkOf: () => 'https://shop.example/o/1',
    render,
    log,
  });
  const call = async (key = 'the key', method = 'POST', more: Record<string, string> = {}) => {
    const headers = { 'x-reconcile-key': key, ...more };
    const response = await handle(new Request('http://127.0.0.1/send-messages', { method, headers }));
    return { status: response.status, body: (await response.json()) as unknown };
  };
  return { call, steps, results, log, render, storeContent, sent, queueHealthMessages, queueDueMessages };
}

it('stores the finished message before it is sent', async () => {
  const { call, steps, results } = sender([claimed()], () => Promise.resolve(accepted));
  expect(await call()).toEqual({ status: 200, body: { sent: 1, failed: 0 } });
  expect(steps).toEqual(['store', 'send', 'heartbeat']);
  expect(results).toEqual([{ id: 'm1', lease: 'lease', hasKey: true, result: accepted }]);
});

it('records no heartbeat of the scheduler when the shop itself calls', async () => {
  const { call, steps } = sender([claimed()], () => Promise.resolve(accepted));
  await call('the key', 'POST', { 'x-called-by-shop': 'yes' });
  expect(steps).toEqual(['store', 'send']);
});

it.each([
  ['queueHealthMessages', 'health_not_checked'],
  ['queueDueMessages', 'due_not_queued'],
] as const)(
  'sends messages also when %s fails; the job counts as one that does not run',
  async (name, event) => {
    const { call, log, steps, ...queues } = sender([claimed()], () => Promise.resolve(accepted));
    queues[name].mockRejectedValue(new Error('statement timeout'));
    expect((await call()).body).toEqual({ sent: 1, failed: 0 });
    expect(log).toHaveBeenCalledWith(expect.objectContaining({ level: 'error', event }));
    expect(steps).toEqual(['store', 'send']);
  },
);

it('sends nothing when another call has claimed the message', async () => {
  const { call, sent, storeContent, results } = sender([claimed()], () => Promise.resolve(accepted));
  storeContent.mockResolvedValue(false);
  expect((await call()).body).toEqual({ sent: 0, failed: 1 });
  expect(sent).not.toHaveBeenCalled();
  expect(results).toEqual([]);
});

it('sends the stored bytes again, not new ones', async () => {
  const stored: MessageContent = { subject: 'Paid', text: 'as it was' };
  const { call, sent, render } = sender([claimed({ content: stored, facts: null })], () =>
    Promise.resolve(accepted),
  );
  await call();
  expect(render).not.toHaveBeenCalled();
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ key: 'm1-1', content: stored });
});

it('a message that cannot be rendered is retried later, and logged as an error', async () => {
  const { call, results, sent, render, log } = sender([claimed()], () => Promise.resolve(accepted));
  render.mockRejectedValue(new Error('lacks a value'));
  await call();
  expect(sent).not.toHaveBeenCalled();
  expect(results[0]?.result).toMatchObject({ outcome: 'refused' });
  expect(log).toHaveBeenCalledWith(
    expect.objectContaining({ level: 'error', event: 'message_not_rendered' }),
  );
});

it('a failure of one message does not stop the others', async () => {
  const messages = Array.from({ length: 50 }, (_, i) => claimed({ id: `m${i}`, key: `m${i}-1` }));
  const { call, results } = sender(messages, ({ key }) =>
    key === 'm0-1' ? Promise.reject(new Error('bug')) : Promise.resolve(accepted),
  );
  expect((await call()).body).toEqual({ sent: 49, failed: 1 });
  expect(results).toHaveLength(49);
});

it('continues after a batch with nothing to send', async () => {
  const untrue = Array.from({ length: 40 }, () => claimed({ kind: 'order_unpaid' }));
  const { call } = sender([...untrue, claimed()], () => Promise.resolve(accepted));
  expect((await call()).body).toEqual({ sent: 1, failed: 0 });
});

it('sends four at a time', async () => {
  let running = 0;
  let peak = 0;
  const messages = Array.from({ length: 12 }, (_, i) => claimed({ id: `m${i}` }));
  const { call } = sender(messages, async () => {
    peak = Math.max(peak, ++running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
    return accepted;
  });
  await call();
  expect(peak).toBe(4);
});

it('a refusal and its reason are recorded; the log has no address that a provider repeats', async () => {
  const refusal: SendResult = { outcome: 'refused', reason: '429: to ada@example.com', retryAfterSeconds: 7 };
  const { call, results, log } = sender([claimed()], () => Promise.resolve(refusal));
  expect((await call()).body).toEqual({ sent: 0, failed: 1 });
  expect(results[0]?.result).toEqual(refusal);
  expect(log).toHaveBeenCalledWith(expect.objectContaining({ event: 'message_not_sent', reason: '429' }));
  expect(JSON.stringify(log.mock.calls)).not.toContain('ada@example.com');
});

it('accepts only its key, and only POST', async () => {
  const { call, sent } = sender([claimed()], () => Promise.resolve(accepted));
  expect(await call('another')).toMatchObject({ status: 403 });
  expect(await call('the key', 'GET')).toMatchObject({ status: 405 });
  expect(sent).not.toHaveBeenCalled();
});
