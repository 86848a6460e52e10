import { createHmac } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { MessageEvent } from '../_shared/contract/messages.ts';
import { createMessageEvents } from './message-events.ts';
import { providerReports } from './provider-reports.ts';

const key = Buffer.from('a key of twenty-four byte');
const settings = new Map([
  ['RESEND_WEBHOOK_SECRET', `whsec_${key.toString('base64')}`],
  ['AFRICAS_TALKING_REPORT_KEY', 'report key'],
  ['WHATSAPP_APP_SECRET', 'app secret'],
  ['WHATSAPP_VERIFY_TOKEN', 'verify token'],
]);

function shop(env = settings) {
  const recorded: { provider: string; events: MessageEvent[] }[] = [];
  const log = vi.fn();
  const handle = createMessageEvents({
    providers: providerReports(env),
    recordEvents: (provider, events) => {
      recorded.push({ provider, events });
      return Promise.resolve({ recorded: events.length, repeated: 0, unknown: 0 });
    },
    log,
  });
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await handle(new Request(`http://127.0.0.1/message-events/${path}`, init));
    return { status: response.status, text: await response.text() };
  };
  return { call, recorded, log };
}

const svixHeaders = (
  body: string,
  over: { at?: number; id?: string; key?: Buffer; others?: string } = {},
) => {
  const id = over.id ?? 'msg_1';
  const timestamp = String(Math.floor((over.at ?? Date.now()) / 1000));
  const hmac = createHmac('sha256', over.key ?? key).update(`${id}.${timestamp}.${body}`);
  return {
    'svix-id': id,
    'svix-timestamp': timestamp,
    'svix-signature': `${over.others ?? ''}v1,${hmac.digest('base64')}`,
  };
};
const bounce = JSON.stringify({
  type: 'email.bounced',
  data: { email_id: 'r1', bounce: { type: 'Permanent', message: 'No such user' } },
});
const post = (body: string, headers: Record<string, string> = {}) => ({ method: 'POST', body, headers });

describe('a report of Resend', () => {
  it('is read when it is signed, also beside the signature of an older secret', async () => {
    for (const others of ['', 'v1,b2xk ']) {
      const { call, recorded } = shop();
      const reply = await call('resend', post(bounce, svixHeaders(bounce, { others })));
      expect(reply).toEqual({ status: 200, text: '{"recorded":1,"repeated":0,"unknown":0}' });
      expect(recorded).toEqual([
        {
          provider: 'resend',
          events: [{ id: 'msg_1', providerId: 'r1', report: 'bounced', reason: 'No such user' }],
        },
      ]);
    }
  });

  it.each([
    ['no signature', {}],
    ['the signature of another secret', svixHeaders(bounce, { key: Buffer.from('another') })],
    ['the signature of another body', svixHeaders('{}')],
    ['the signature of another id', { ...svixHeaders(bounce), 'svix-id': 'msg_2' }],
    ['a signature of ten minutes ago', svixHeaders(bounce, { at: Date.now() - 600_000 })],
    ['a signature of the future', svixHeaders(bounce, { at: Date.now() + 600_000 })],
    ['a time that is not a number', { ...svixHeaders(bounce), 'svix-timestamp': 'now' }],
  ])('is refused with %s', async (_, headers) => {
    const { call, recorded } = shop();
    expect((await call('resend', post(bounce, headers))).status).toBe(401);
    expect(recorded).toEqual([]);
  });

  it.each([
    ['email.delivered', {}, 'delivered'],
    ['email.complained', {}, 'complained'],
    ['email.failed', { failed: { reason: 'quota' } }, 'failed'],
    ['email.suppressed', {}, 'bounced'],
    ['email.bounced', { bounce: { type: 'Transient' } }, 'failed'],
    ['email.opened', {}, undefined],
    ['email.delivery_delayed', {}, undefined],
  ])('%s %j is %s', async (type, data, report) => {
    const { call, recorded } = shop();
    const body = JSON.stringify({ type, data: { email_id: 'r1', ...data } });
    expect((await call('resend', post(body, svixHeaders(body)))).status).toBe(200);
    expect(recorded[0]?.events.map((event) => event.report)).toEqual(report ? [report] : []);
  });

  it.each(['constructor', '__proto__', 'toString', { a: 1 }, null])(
    'of type %j is about nothing',
    async (type) => {
      const { call, recorded } = shop();
      const body = JSON.stringify({ type, data: { email_id: 'r1' } });
      expect((await call('resend', post(body, svixHeaders(body)))).status).toBe(200);
      expect(recorded[0]?.events).toEqual([]);
    },
  );

  it('is stored without what Postgres cannot store', async () => {
    const { call, recorded } = shop();
    const message = `a\0b\ud83d ${'x'.repeat(495)}🔩`;
    const data = { email_id: 'r\u00001', bounce: { type: 'Permanent', message } };
    const body = JSON.stringify({ type: 'email.bounced', data });
    expect((await call('resend', post(body, svixHeaders(body)))).status).toBe(200);
    const [event] = recorded[0]?.events ?? [];
    expect([event?.providerId, event?.reason]).toEqual(['r1', `ab ${'x'.repeat(495)}`]);
  });

  it('that is not JSON is refused', async () => {
    const { call } = shop();
    expect((await call('resend', post('{', svixHeaders('{')))).status).toBe(400);
  });
});

describe('a delivery report of Africa’s Talking', () => {
  const report = (fields: Record<string, string>) =>
    post(new URLSearchParams({ id: 'a1', ...fields }).toString());

  it('needs the key in its address', async () => {
    const { call } = shop();
    for (const path of ['africas-talking', 'africas-talking?key=another'])
      expect((await call(path, report({ status: 'Success' }))).status).toBe(401);
  });

  it.each([
    [{ status: 'Success' }, 'delivered', null],
    [{ status: 'Failed', failureReason: 'DeliveryFailure' }, 'failed', 'Failed: DeliveryFailure'],
    [{ status: 'Failed', failureReason: 'UserInBlackList' }, 'bounced', 'Failed: UserInBlackList'],
    [{ status: 'Expired' }, 'failed', 'Expired'],
    [{ status: 'Buffered' }, undefined, undefined],
  ])('%j is %s', async (fields, expected, reason) => {
    const { call, recorded } = shop();
    expect((await call('africas-talking?key=report+key', report(fields))).status).toBe(200);
    expect(recorded[0]?.events).toEqual(
      expected ? [{ id: `a1 ${fields.status}`, providerId: 'a1', report: expected, reason }] : [],
    );
  });
});

describe('a status of WhatsApp', () => {
  const statuses = (...all: object[]) =>
    JSON.stringify({ entry: [{ changes: [{ value: { statuses: all } }] }] });
  const sign = (body: string, secret = 'app secret') => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  });

  it('is read when Meta has signed it', async () => {
    const { call, recorded } = shop();
    const body = statuses(
      { id: 'wamid.1', status: 'sent' },
      { id: 'wamid.2', status: 'read' },
      { id: 'wamid.3', status: 'failed', errors: [{ code: 131026, title: 'Undeliverable' }] },
      { id: 'wamid.4', status: 'failed', errors: [{ code: 131049, error_data: { details: 'too many' } }] },
    );
    expect((await call('whatsapp', post(body, sign(body)))).status).toBe(200);
    expect(recorded[0]?.events.map(({ report, reason }) => [report, reason])).toEqual([
      ['delivered', null],
      ['bounced', '131026 Undeliverable'],
      ['failed', '131049 too many'],
    ]);
    for (const headers of [{}, sign(body, 'another'), sign('{}')])
      expect((await call('whatsapp', post(body, headers))).status).toBe(401);
  });

  it('is stored whatever else is in its batch', async () => {
    const { call, recorded } = shop();
    const failed = (errors: unknown) => ({ id: 'wamid.2', status: 'failed', errors });
    const body = JSON.stringify({
      entry: [
        null,
        7,
        { changes: [null, { value: { statuses: 'none' } }] },
        {
          changes: [
            {
              value: {
                statuses: [
                  null,
                  { id: { toString: 1 }, status: 'read' },
                  { id: 7, status: 'read' },
                  failed({}),
                  failed([null]),
                  failed([{ code: { toString: 1 } }]),
                  { id: '\0', status: 'read' },
                  { id: 'wamid.1\0', status: 'read' },
                ],
              },
            },
          ],
        },
      ],
    });
    expect((await call('whatsapp', post(body, sign(body)))).status).toBe(200);
    expect(recorded[0]?.events.map(({ id, reason }) => [id, reason])).toEqual([
      ['wamid.2 failed', 'no reason given'],
      ['wamid.2 failed', 'no reason given'],
      ['wamid.2 failed', 'no reason given'],
      ['wamid.1 read', null],
    ]);
  });

  it('comes to an address that has proved to be the shop’s', async () => {
    const { call } = shop();
    const question = (token: string) =>
      `whatsapp?hub.mode=subscribe&hub.challenge=123&hub.verify_token=${token}`;
    expect(await call(question('verify+token'))).toEqual({ status: 200, text: '123' });
    expect((await call(question('another'))).status).toBe(401);
    expect((await shop(new Map([['WHATSAPP_APP_SECRET', 'x']])).call(question(''))).status).toBe(401);
  });
});

describe('the address', () => {
  it.each(['resend', 'africas-talking', 'whatsapp', 'nobody', ''])(
    'of %j is closed while its secret is not set',
    async (name) => {
      const { call, recorded } = shop(new Map());
      const headers = { ...svixHeaders(bounce, { key: Buffer.from('') }), authorization: 'Bearer undefined' };
      expect((await call(name, post(bounce, headers))).status).toBe(401);
      expect(recorded).toEqual([]);
    },
  );

  it('takes POST alone, and nothing enormous', async () => {
    const { call } = shop();
    expect((await call('resend', { method: 'PUT', body: bounce })).status).toBe(405);
    expect((await call('resend', { method: 'GET' })).status).toBe(401);
    expect((await call('resend', post('x'.repeat(1_000_001)))).status).toBe(413);
  });

  it('notes how many reports were about nothing', async () => {
    const { call, log } = shop();
    await call('resend', post(bounce, svixHeaders(bounce)));
    expect(log).toHaveBeenCalledWith(
      expect.objectContaining({ event: 'message_events', recorded: 1, unknown: 0 }),
    );
  });
});
