import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { africasTalkingSms } from './africas-talking-sms.ts';
import type { OutgoingMessage } from './message-channel.ts';
import { messageChannels } from './message-settings.ts';
import { resendEmail } from './resend-email.ts';
import { whatsAppMessage } from './whatsapp-message.ts';

const run = promisify(execFile);

type Received = { url?: string; headers: IncomingMessage['headers']; body: string };

/** A provider that answers as it is set, over a real connection. */
async function provider(answer: Answer) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ url: request.url, headers: request.headers, body });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

type Answer = (response: ServerResponse) => void;

function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

const page: Answer = (response) => {
  response.writeHead(200).end('<html>');
};

const broken: Answer = (response) => {
  response.destroy();
};

const mail: OutgoingMessage = {
  key: 'id-1',
  recipient: 'ada@example.com',
  kind: 'order_paid',
  orderId: 'order-1',
  content: { subject: 'Paid', text: 'Thank you', html: '<p>Thank you</p>' },
};
const sms: OutgoingMessage = { ...mail, recipient: '+254712345678', content: { text: 'Paid' } };
const sender = { apiKey: 'the key', from: 'Shop <orders@shop.example>', replyTo: 'sales@shop.example' };

/** Addresses at which no connection comes about: refused, no such name, no TLS. */
const unreachable = async () => {
  const { url } = await provider(page);
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address() as AddressInfo;
  gone.close();
  return [`http://127.0.0.1:${port}`, 'http://no-such-name.invalid', url.replace('http:', 'https:')];
};

describe('a provider that is not reached', () => {
  it('has no message, which is sent again', async () => {
    for (const url of await unreachable())
      for (const channel of [
        resendEmail({ url, ...sender }),
        africasTalkingSms({ url, username: 'shop', apiKey: 'the key' }),
        whatsAppMessage({ url, version: 'v23.0', phoneNumberId: '1', accessToken: 'the token' }),
      ]) {
        const result = await channel.send(sms);
        expect(result, url).toMatchObject({
          outcome: 'refused',
          reason: expect.stringMatching(/^Not reached: /),
        });
      }
  });

  it('is told apart under Deno too, where the functions run', async () => {
    const urls = await unreachable();
    const module = new URL('provider-request.ts', import.meta.url).href;
    const script = `import { sendJson } from '${module}';
      for (const url of ${JSON.stringify(urls)})
        console.log((await sendJson(url, {}, {}, () => ({ outcome: 'accepted', providerId: '1' }))).outcome);`;
    const { stdout } = await run('node_modules/deno/deno', ['eval', '--no-config', '--ext=ts', script]);
    expect(stdout.trim().split('\n')).toEqual(['refused', 'refused', 'refused']);
  });
});

describe('Resend', () => {
  const send = async (answer: Answer) => {
    const { url, received } = await provider(answer);
    return { result: await resendEmail({ url, ...sender }).send(mail), received };
  };

  it('gets the message with its key', async () => {
    const { result, received } = await send(json(200, { id: 'r1' }));
    expect(result).toEqual({ outcome: 'accepted', providerId: 'r1' });
    expect(received[0]).toMatchObject({
      url: '/emails',
      headers: { authorization: 'Bearer the key', 'idempotency-key': 'id-1' },
    });
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({
      from: 'Shop <orders@shop.example>',
      to: ['ada@example.com'],
      reply_to: 'sales@shop.example',
      subject: 'Paid',
      text: 'Thank you',
      html: '<p>Thank you</p>',
      tags: [
        { name: 'kind', value: 'order_paid' },
        { name: 'order', value: 'order-1' },
      ],
    });
  });

  it('answers go to the address of the shop that comes with the message, where no other is set', async () => {
    const { url, received } = await provider(json(200, { id: 'r1' }));
    const content = { ...mail.content, replyTo: 'new@shop.example' };
    const { apiKey, from } = sender;
    await resendEmail({ url, apiKey, from }).send({ ...mail, content });
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ reply_to: 'new@shop.example' });
  });

  it.each([
    ['a rate limit', json(429, { name: 'rate_limit_exceeded' }, { 'retry-after': '7' }), 'refused'],
    ['a wrong key', json(401, { name: 'missing_api_key' }), 'refused'],
    ['an invalid address', json(422, { name: 'validation_error', message: 'to' }), 'rejected'],
    ['another body under the key', json(409, { name: 'invalid_idempotent_request' }), 'rejected'],
    ['the same key still running', json(409, { name: 'concurrent_idempotent_requests' }), 'unknown'],
    ['an error of the provider', json(500, {}), 'unknown'],
    ['a page in place of JSON', page, 'unknown'],
    ['a connection that breaks', broken, 'unknown'],
  ] as const)('%s', async (_, answer, outcome) => {
    expect((await send(answer)).result.outcome).toBe(outcome);
  });

  it.each([
    ['a day', '86400', 3600],
    ['a date, which is not read', 'Sun, 22 Nov 2026 09:00:00 GMT', undefined],
    ['less than nothing', '-5', undefined],
  ])('that asks for %s is waited for an hour at most', async (_, after, seconds) => {
    const { result } = await send(json(429, {}, { 'retry-after': after }));
    expect(result).toMatchObject({ outcome: 'refused', reason: '429: no reason given' });
    expect('retryAfterSeconds' in result ? result.retryAfterSeconds : undefined).toBe(seconds);
  });

  it('says nothing that cannot be stored', async () => {
    expect((await send(json(200, { id: 'r\u00001' }))).result).toEqual({
      outcome: 'accepted',
      providerId: 'r1',
    });
    expect((await send(json(422, { message: 'a\u0000b\ud83d' }))).result).toMatchObject({
      reason: '422: ab',
    });
  });

  it('is waited for as long as it asks', async () => {
    const { result } = await send(json(429, {}, { 'retry-after': '7' }));
    expect(result).toMatchObject({ retryAfterSeconds: 7 });
  });
});

describe('Africa’s Talking', () => {
  const send = async (answer: Answer) => {
    const { url, received } = await provider(answer);
    const channel = africasTalkingSms({ url, username: 'shop', apiKey: 'the key', senderId: 'IC' });
    return { result: await channel.send(sms), received };
  };
  const recipients = (...Recipients: object[]) =>
    json(201, { SMSMessageData: { Message: 'Sent', Recipients } });

  it('gets the text as a form', async () => {
    const { result, received } = await send(recipients({ statusCode: 101, messageId: 'a1' }));
    expect(result).toEqual({ outcome: 'accepted', providerId: 'a1' });
    expect(received[0]).toMatchObject({ url: '/version1/messaging', headers: { apikey: 'the key' } });
    expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toMatchObject({
      username: 'shop',
      to: '+254712345678',
      message: 'Paid',
      from: 'IC',
    });
  });

  it.each([
    [
      'no money',
      recipients({ statusCode: 405, status: 'InsufficientBalance', messageId: 'None' }),
      'refused',
    ],
    ['a wrong number', recipients({ statusCode: 403, status: 'InvalidPhoneNumber' }), 'rejected'],
    ['a person who opted out', recipients({ statusCode: 406, status: 'UserInBlacklist' }), 'rejected'],
    [
      'an unknown sender',
      json(201, { SMSMessageData: { Message: 'InvalidSenderId', Recipients: [] } }),
      'refused',
    ],
    ['201 with something else', json(201, {}), 'unknown'],
    ['a connection that breaks', broken, 'unknown'],
  ] as const)('%s', async (_, answer, outcome) => {
    expect((await send(answer)).result.outcome).toBe(outcome);
  });
});

describe('WhatsApp', () => {
  const send = async (answer: Answer) => {
    const { url, received } = await provider(answer);
    const channel = whatsAppMessage({ url, version: 'v23.0', phoneNumberId: '1000', accessToken: 'token' });
    const template = {
      name: 'order_paid',
      language: 'sw' as const,
      parameters: ['Paid', 'https://shop.example'],
    };
    return { result: await channel.send({ ...sms, content: { text: 'Paid', template } }), received };
  };

  it('gets the template in the buyer’s language', async () => {
    const { result, received } = await send(json(200, { messages: [{ id: 'wamid.1' }] }));
    expect(result).toEqual({ outcome: 'accepted', providerId: 'wamid.1' });
    expect(received[0]?.url).toBe('/v23.0/1000/messages');
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      to: '254712345678',
      template: { name: 'order_paid', language: { code: 'sw' } },
    });
  });

  it.each([
    ['too many messages', json(429, { error: { code: 130429, message: 'rate' } }), 'refused'],
    ['too many calls of every kind', json(429, { error: { code: 4, message: 'calls' } }), 'refused'],
    ['an outage that Meta names', json(503, { error: { code: 2, message: 'down' } }), 'refused'],
    ['a 5xx with another code', json(500, { error: { code: 131000, message: 'unknown' } }), 'unknown'],
    ['a 5xx of a proxy', json(502, {}), 'unknown'],
    [
      'a number without WhatsApp',
      json(400, { error: { code: 131026, message: 'undeliverable' } }),
      'rejected',
    ],
    ['a connection that breaks', broken, 'unknown'],
  ] as const)('%s', async (_, answer, outcome) => {
    expect((await send(answer)).result.outcome).toBe(outcome);
  });
});

describe('the settings', () => {
  it('each channel is off until its key is there', () => {
    expect(messageChannels(new Map())).toEqual([]);
    const channels = messageChannels(
      new Map([
        ['RESEND_API_KEY', 'k'],
        ['EMAIL_FROM', 'orders@shop.example'],
      ]),
    );
    expect(channels).toMatchObject([{ channel: 'email', provider: 'resend', keySeconds: 86_400 }]);
  });

  it('what a chosen channel lacks is named', () => {
    expect(() => messageChannels(new Map([['RESEND_API_KEY', 'k']]))).toThrow('EMAIL_FROM');
    expect(() => messageChannels(new Map([['AFRICAS_TALKING_API_KEY', 'k']]))).toThrow(
      'AFRICAS_TALKING_USERNAME',
    );
  });
});
