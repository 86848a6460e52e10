import { expect, it, vi } from 'vitest';
import type { Returned } from '../_shared/card-gateway/payment-decision.ts';
import { Refusal } from '../_shared/http/refusal.ts';
import type { PaymentDecision } from '../_shared/supabase/sql-replies.ts';
import { createPaymentReturn } from './payment-return.ts';

const trace = 'a'.repeat(64);
const orderId = '3f2a9c1e-0000-4000-8000-000000000454';
const decided: PaymentDecision & { trace: string } = {
  trace,
  orderId: 'order-1',
  orderStatus: 'paid',
  transactionStatus: 'completed',
  reference: 'DON-7',
  transactionId: 'TX-1',
  errorCode: null,
  errorMessage: null,
  outcome: 'success',
};

function bankReturn(
  decide: () => Promise<PaymentDecision & { trace: string }> = () => Promise.resolve(decided),
) {
  const log = vi.fn();
  const decidePayment = vi.fn<(returned: Returned) => ReturnType<typeof decide>>(decide);
  const handle = createPaymentReturn({ edgeProxySecret: 'secret', decidePayment, log });
  const post = async (form: Record<string, string> | string, over: RequestInit = {}, query = '') => {
    const response = await handle(
      new Request(`http://127.0.0.1/payment-return/success${query}`, {
        method: 'POST',
        headers: { 'x-shop-secret': 'secret', 'x-shop-origin': 'https://shop.example' },
        body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
        ...over,
      }),
    );
    const location = response.headers.get('location');
    return { response, target: location === null ? null : new URL(location) };
  };
  return { post, decidePayment, log };
}
/** What was logged besides the line about the request, without its id. */
function eventsOf(log: ReturnType<typeof vi.fn>): object[] {
  const entries = log.mock.calls.map(([entry]) => entry as { event: string; requestId: string });
  expect(entries.at(-1)?.event).toBe('request');
  return entries.slice(0, -1).map(({ requestId, ...entry }) => {
    expect(requestId).toBe(entries.at(-1)?.requestId);
    return entry;
  });
}
const parametersOf = (target: URL | null) => Object.fromEntries(target?.searchParams ?? []);

it('leads to the page of the decided outcome, whatever the form claims', async () => {
  const { post, decidePayment, log } = bankReturn();
  const { response, target } = await post({ LITE_MERCHANT_TRACE: trace, LITE_PAYMENT_CARD_STATUS: '4' });
  expect(response.status).toBe(303);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(`${target?.origin}${target?.pathname}`).toBe('https://shop.example/payment/success');
  expect(parametersOf(target)).toEqual({
    Ecom_ConsumerOrderID: 'DON-7',
    TransactionIndex: 'TX-1',
    order: 'order-1',
  });
  expect(decidePayment.mock.calls).toEqual([[{ trace, orderId: null }]]);
  expect(eventsOf(log)).toEqual([
    { level: 'info', event: 'payment_return', orderId: 'order-1', outcome: 'success' },
  ]);
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

it('a refusal says why, and only an error gives it as details too', async () => {
  const failed = { ...decided, transactionId: null, errorCode: '5', errorMessage: 'Denied' };
  const refused = await bankReturn(() => Promise.resolve({ ...failed, outcome: 'failed' })).post({
    Lite_Merchant_Trace: trace,
  });
  expect(refused.target?.pathname).toBe('/payment/failed');
  expect(parametersOf(refused.target)).toEqual({
    Ecom_ConsumerOrderID: 'DON-7',
    ErrorCode: '5',
    ErrorMessage: 'Denied',
    order: 'order-1',
  });
  const broken = await bankReturn(() => Promise.resolve({ ...failed, outcome: 'error' })).post({
    Lite_Merchant_Trace: trace,
  });
  expect(broken.target?.pathname).toBe('/payment/error');
  expect(parametersOf(broken.target)).toMatchObject({ ErrorMessage: 'Denied', ErrorDetails: 'Denied' });
});

it.each([
  ['none', {}],
  ['one letter short', { lite_merchant_trace: trace.slice(1) }],
  ['one letter long', { lite_merchant_trace: `${trace}a` }],
])('a trace that is %s is asked about nowhere', async (_, form: Record<string, string>) => {
  const { post, decidePayment } = bankReturn();
  const { target } = await post(form);
  expect(target?.pathname).toBe('/payment/error');
  expect(parametersOf(target)).toEqual({
    ErrorDetails: 'This payment does not belong to an order of this shop.',
  });
  expect(decidePayment).not.toHaveBeenCalled();
});

const inParts = new FormData();
inParts.set('LITE_PAYMENT_CARD_STATUS', '0');
inParts.set('LITE_MERCHANT_TRACE', trace);
it.each([
  ['a form in capitals', `LITE_MERCHANT_TRACE=${trace.toUpperCase()}`],
  ['a form with spaces around it', `LITE_MERCHANT_TRACE=+%20${trace}%20&x=1`],
  ['a form with an empty field first', `LITE_MERCHANT_TRACE=&Lite_Merchant_Trace=${trace}`],
  ['parts', inParts],
  ['JSON', JSON.stringify({ Lite_Merchant_Trace: ` ${trace}` })],
])('a trace in %s is asked about', async (_, body) => {
  const { post, decidePayment } = bankReturn();
  expect((await post('', { body })).target?.pathname).toBe('/payment/success');
  expect(decidePayment.mock.calls).toEqual([[{ trace, orderId: null }]]);
});

it.each([
  ['nothing', ''],
  ['an empty trace', 'LITE_MERCHANT_TRACE='],
  ['no form', '{'],
])(
  'with %s in the body, the order in our own address is asked about, and no more than its outcome shown',
  async (_, body) => {
    const { post, decidePayment } = bankReturn();
    const { target } = await post(body, {}, `?order=${orderId}`);
    expect(target?.pathname).toBe('/payment/success');
    expect(parametersOf(target)).toEqual({ order: 'order-1' });
    expect(decidePayment.mock.calls).toEqual([[{ trace: null, orderId }]]);
  },
);

it.each([
  ['what the bank adds', `?order=${orderId}?RESULT=0`],
  ['a space', `?order=%20${orderId}%20`],
  ['a slash', `?order=${orderId}/`],
  ['another one before it', `?order=&order=${orderId}`],
])('an order in our own address is found beside %s', async (_, query) => {
  const { post, decidePayment } = bankReturn();
  expect((await post('', {}, query)).target?.pathname).toBe('/payment/success');
  expect(decidePayment.mock.calls).toEqual([[{ trace: null, orderId }]]);
});

it('an order in the address that cannot be one is asked about nowhere', async () => {
  const { post, decidePayment } = bankReturn();
  expect((await post('', {}, "?order=' or 1=1")).target?.pathname).toBe('/payment/error');
  expect(decidePayment).not.toHaveBeenCalled();
});

it('a trace of nobody is an unknown payment, and no alarm', async () => {
  const { post, log } = bankReturn(() => Promise.reject(new Refusal('not_found')));
  expect((await post({ lite_merchant_trace: trace })).target?.pathname).toBe('/payment/error');
  expect(eventsOf(log)).toEqual([]);
});

it.each([new Error('the database is gone'), new Refusal('service_unavailable')])(
  'what cannot be found out is undecided, never failed: %s',
  async (trouble) => {
    const { post, log } = bankReturn(() => Promise.reject(trouble));
    const { target } = await post({ lite_merchant_trace: trace }, {}, `?order=${orderId}`);
    expect(target?.pathname).toBe('/payment/try-later');
    expect(parametersOf(target)).toEqual({ order: orderId });
    expect(eventsOf(log)).toEqual([
      { level: 'error', event: 'payment_return_failed', message: String(trouble) },
    ]);
  },
);

it('of a field that stands twice the first counts', async () => {
  const { post, decidePayment } = bankReturn();
  await post(`Lite_Merchant_Trace=${trace}&LITE_MERCHANT_TRACE=${'b'.repeat(64)}`);
  expect(decidePayment.mock.calls).toEqual([[{ trace, orderId: null }]]);
});

it('no parameter grows beyond 300 characters', async () => {
  const { post } = bankReturn(() => Promise.resolve({ ...decided, errorMessage: 'x'.repeat(301) }));
  const { target } = await post({ lite_merchant_trace: trace });
  expect(parametersOf(target).ErrorMessage).toBe('x'.repeat(300));
});

it('comes through the edge proxy, as a POST of at most 64,000 bytes', async () => {
  const { post, decidePayment } = bankReturn();
  const through = { 'x-shop-secret': 'secret', 'x-shop-origin': 'https://shop.example' };
  const form = `lite_merchant_trace=${trace}&x=`;
  const statusOf = async (body: string, over?: RequestInit) => (await post(body, over)).response.status;
  expect(await statusOf(form, { headers: { ...through, 'x-shop-secret': 'guess' } })).toBe(403);
  expect(await statusOf(form.padEnd(64_001, 'x'))).toBe(413);
  const wrongMethod = (await post(form, { method: 'PUT', headers: through })).response;
  expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'POST']);
  expect(decidePayment).not.toHaveBeenCalled();
  expect(await statusOf(form.padEnd(64_000, 'x'))).toBe(303);
});
