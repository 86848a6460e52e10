import { Hono } from 'hono';
import { afterEach, expect, it, vi } from 'vitest';
import { localMpesa } from '../../../../local/mpesa-sandbox/local-mpesa.ts';
import { createMpesaSandbox } from '../../../../local/mpesa-sandbox/mpesa-sandbox.ts';
import { daraja } from './daraja.ts';
import type { MpesaSettings } from './mpesa-settings.ts';

const settings: MpesaSettings = {
  ...localMpesa,
  url: 'https://safaricom.example/daraja',
  till: null,
  noticesUrl: 'https://shop.example/functions/v1/payment-notices',
  noticesToken: '0'.repeat(32),
  hasList: true,
};
const prompt = { trace: 'a'.repeat(64), reference: 'IC1A2B3C4D', amount: 2000, phone: '254712345678' };

/** Safaricom as the sandbox is, with what is wrong with it; `calls` are the paths that were asked for. */
function safaricom(faults: object = {}, own: Partial<MpesaSettings> = {}) {
  const sandbox = createMpesaSandbox({
    wait: () => Promise.resolve(),
    post: () => Promise.resolve(),
  });
  const app = new Hono().route('/', sandbox.app);
  const calls: string[] = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    calls.push(new URL(url).pathname.replace('/daraja', ''));
    return Promise.resolve(app.request(url, init));
  });
  const mpesa = daraja({ ...settings, ...own }, () => {});
  const put = (address: string, body: object) =>
    app.request(`https://safaricom.example/daraja/faults${address}`, {
      method: 'PUT',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  const pay = (checkoutId: string, pin: string) =>
    app.request(`https://safaricom.example/daraja/phone/prompts/${checkoutId}`, {
      method: 'POST',
      body: new URLSearchParams({ pin, action: 'pay' }),
    });
  return { mpesa, calls, pay, app, begin: () => put('', { behaviour: faults }) };
}

afterEach(() => vi.unstubAllGlobals());

async function sent({ mpesa, begin }: ReturnType<typeof safaricom>): Promise<string> {
  await begin();
  const answer = await mpesa.sendPrompt(prompt);
  if (answer?.status !== 'sent') throw new Error(JSON.stringify(answer));
  return answer.checkoutId;
}

it('a prompt is sent, is open, and is paid with the right PIN', async () => {
  const shop = safaricom();
  const id = await sent(shop);
  expect(await shop.mpesa.queryPrompt(prompt.trace, id)).toMatchObject({
    status: '4999',
    trace: prompt.trace,
  });
  await shop.pay(id, '1234');
  expect(await shop.mpesa.queryPrompt(prompt.trace, id)).toMatchObject({ status: '0', checkoutId: id });
});

it.each([
  ['0000', '2001'],
  ['1111', '1'],
])('the PIN %s gives the code %s', async (pin, code) => {
  const shop = safaricom();
  const id = await sent(shop);
  await shop.pay(id, pin);
  expect(await shop.mpesa.queryPrompt(prompt.trace, id)).toMatchObject({ status: code });
});

it('one token serves all calls, and one that is not taken any more is renewed once', async () => {
  const shop = safaricom();
  const id = await sent(shop);
  await shop.mpesa.queryPrompt(prompt.trace, id);
  expect(shop.calls.filter((path) => path.startsWith('/oauth'))).toHaveLength(1);
  const expiring = safaricom({ tokenExpires: true });
  const other = await sent(expiring);
  expect(await expiring.mpesa.queryPrompt(prompt.trace, other)).toMatchObject({ status: '4999' });
  expect(expiring.calls.filter((path) => path.startsWith('/oauth')).length).toBeGreaterThan(1);
});

it.each([
  ['error500', null],
  ['garbage', null],
  ['pending500', { status: '500.001.1001' }],
  ['unknown7777', { status: '7777' }],
])('a query that is answered with %s decides nothing', async (query, expected) => {
  const shop = safaricom({ query });
  const id = await sent(shop);
  await shop.pay(id, '1234');
  const answer = await shop.mpesa.queryPrompt(prompt.trace, id);
  if (expected === null) expect(answer).toBeNull();
  else expect(answer).toMatchObject(expected);
  expect(answer?.status).not.toBe('0');
});

it('a refusal says why; of an error of Safaricom’s own nobody knows whether the prompt went out', async () => {
  const shop = safaricom();
  await shop.begin();
  expect(await shop.mpesa.sendPrompt({ ...prompt, amount: 250_001 })).toMatchObject({ status: 'refused' });
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')));
  expect(await safaricomDown()).toEqual({
    status: 'refused',
    code: 'no token',
    description: expect.any(String) as string,
  });
});

const safaricomDown = () => daraja(settings, () => {}).sendPrompt(prompt);

it('a prompt that was not answered is not sent again', async () => {
  const shop = safaricom();
  await shop.begin();
  let pushes = 0;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url.includes('stkpush/')) {
      pushes += 1;
      return Promise.reject(new DOMException('The operation timed out', 'TimeoutError'));
    }
    return Promise.resolve(shop.app.request(url, init));
  });
  expect(await shop.mpesa.sendPrompt(prompt)).toBeNull();
  expect(pushes).toBe(1);
});

it('lists what the paybill received, page after page', async () => {
  const shop = safaricom();
  await shop.begin();
  for (let i = 0; i < 101; i += 1) {
    await shop.app.request('https://safaricom.example/daraja/phone/paybill', {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({
        shortcode: localMpesa.shortcode,
        account: 'ic 1a2b3c4d',
        amount: '700',
        phone: '254712345678',
        name: 'ACHIENG',
      }),
    });
  }
  const day = 24 * 3_600_000;
  const listed = await shop.mpesa.listPayments(new Date(Date.now() - day), new Date(Date.now() + day));
  expect(listed).toHaveLength(101);
  expect(new Set(listed?.map(({ receipt }) => receipt)).size).toBe(101);
  expect(listed?.[0]).toMatchObject({ account: 'ic 1a2b3c4d', cents: 70_000 });
  expect(Math.abs(Date.parse(listed?.[0]?.paidAt ?? '') - Date.now())).toBeLessThan(60_000);
});

it('tells an empty list from none', async () => {
  const shop = safaricom();
  await shop.begin();
  const now = new Date();
  expect(await shop.mpesa.listPayments(now, now)).toEqual([]);
  const off = safaricom({ pull: 'off' });
  await off.begin();
  expect(await off.mpesa.listPayments(now, now)).toBeNull();
});
