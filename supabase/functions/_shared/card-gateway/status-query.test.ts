import { expect, it, vi } from 'vitest';
import type { GatewaySettings } from './gateway-settings.ts';
import { queryPaymentStatus } from './status-query.ts';

const settings: GatewaySettings = {
  url: 'https://bank.example',
  applicationId: '{AN-ID}',
  secret: null,
  tokenResource: '/Lite/Authorise.aspx',
  tokenPrefix: '',
};
const trace = 'a'.repeat(64);
const approval = `<form><input name="Lite_Payment_Card_Status" value="0">
  <input name="Lite_Merchant_Trace" value="${trace}"></form>`;

/** Asks a bank that answers like this; what was logged comes along. */
async function ask(answer: () => Promise<Response>) {
  const fetched = vi.fn<typeof fetch>(answer);
  vi.stubGlobal('fetch', fetched);
  const logged: Record<string, unknown>[] = [];
  const status = await queryPaymentStatus(settings, trace, (entry) => logged.push(entry));
  return { status, logged, fetched };
}
const reply = (body: string, status = 200) => Promise.resolve(new Response(body, { status }));

it('queries one transaction by its trace, with the merchant’s id, and follows no redirect', async () => {
  const { status, logged, fetched } = await ask(() => reply(approval));
  expect(status).toMatchObject({ status: '0', trace });
  expect(logged).toEqual([]);
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe('https://bank.example/Lite/AuthoriseInfo.aspx');
  expect(init).toMatchObject({
    method: 'POST',
    redirect: 'error',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(String(init?.body as URLSearchParams)).toBe(
    `Lite_Merchant_ApplicationId=%7BAN-ID%7D&Lite_Merchant_Trace=${trace}`,
  );
});

it.each([400, 404, 500, 503])('an approval on a page of status %d is not an answer', async (code) => {
  const { status, logged } = await ask(() => reply(approval, code));
  expect(status).toBeNull();
  expect(logged).toEqual([
    { level: 'warn', event: 'gateway_query_refused', status: code, length: approval.length },
  ]);
});

it('an answer of more than 200,000 characters is not an answer, one of exactly so many is', async () => {
  const padded = (length: number) => approval.padEnd(length);
  expect((await ask(() => reply(padded(200_000)))).status).toMatchObject({ status: '0' });
  const { status, logged } = await ask(() => reply(padded(200_001)));
  expect(status).toBeNull();
  expect(logged).toMatchObject([{ length: 200_001 }]);
});

it('a bank that cannot be reached leaves the payment undecided, and the log says why', async () => {
  const { status, logged } = await ask(() => Promise.reject(new TypeError('connection refused')));
  expect(status).toBeNull();
  expect(logged).toEqual([
    { level: 'warn', event: 'gateway_query_failed', message: 'TypeError: connection refused' },
  ]);
});

it('a query times out after ten seconds', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const { fetched } = await ask(() => reply(approval));
  expect(timeout).toHaveBeenCalledWith(10_000);
  expect(fetched.mock.calls[0]?.[1]?.signal).toBe(timeout.mock.results[0]?.value);
});
