import { expect, it, vi } from 'vitest';
import { createPaymentNotices, type PaymentNoticesDeps } from './payment-notices.ts';

const token = '0123456789abcdef'.repeat(2);
const trace = 'a'.repeat(64);

const paidNotice = {
  Body: {
    stkCallback: {
      MerchantRequestID: '29115-34620561-1',
      CheckoutRequestID: 'ws_CO_191220191020363925',
      ResultCode: 0,
      ResultDesc: 'The service request is processed successfully.',
      CallbackMetadata: {
        Item: [
          { Name: 'Balance' },
          { Name: 'Amount', Value: 2000.0 },
          { Name: 'MpesaReceiptNumber', Value: 'NLJ7RT61SV' },
          { Name: 'TransactionDate', Value: 20191219102115 },
          { Name: 'PhoneNumber', Value: 254708374149 },
        ],
      },
    },
  },
};
const paybillNotice = {
  TransactionType: 'Pay Bill',
  TransID: 'RKTQDM7W6S',
  TransTime: '20261129153000',
  TransAmount: '2000.00',
  BusinessShortCode: '600638',
  BillRefNumber: 'ic 1a2b3c4d',
  MSISDN: '2547*****149',
  FirstName: 'ACHIENG',
  MiddleName: '',
  LastName: 'OTIENO',
};

/** The function, and what it told the database. */
function notices(over: Partial<PaymentNoticesDeps> = {}) {
  const goingOn: Promise<unknown>[] = [];
  const deps = {
    noticesToken: token,
    notePromptResult: vi.fn(() => Promise.resolve({ step: 'ask' as const, trace, checkoutId: 'ws_CO_1' })),
    notePayments: vi.fn(() => Promise.resolve(0)),
    decide: vi.fn(() => Promise.resolve()),
    goOn: (work: Promise<unknown>) => void goingOn.push(work),
    log: vi.fn(),
    ...over,
  };
  const handle = createPaymentNotices(deps);
  const send = async (path: string, body: unknown, method = 'POST') => {
    const response = await handle(
      new Request(`http://127.0.0.1/payment-notices/${path}`, {
        method,
        ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
    await Promise.all(goingOn);
    return { status: response.status, body: (await response.json()) as unknown };
  };
  return { ...deps, send };
}

const taken = { status: 200, body: { ResultCode: 0, ResultDesc: 'Accepted' } };

it('a notice about a prompt is stored, answered, and then Safaricom is asked', async () => {
  const { send, notePromptResult, decide } = notices();
  expect(await send(`prompt/${trace}`, paidNotice)).toEqual(taken);
  expect(notePromptResult).toHaveBeenCalledWith(trace, {
    checkoutId: 'ws_CO_191220191020363925',
    code: '0',
    receipt: 'NLJ7RT61SV',
    cents: 200_000,
  });
  expect(decide).toHaveBeenCalledWith({ step: 'ask', trace, checkoutId: 'ws_CO_1' });
});

it('what was not paid has no receipt, and its code may be a text', async () => {
  const { send, notePromptResult } = notices();
  const stkCallback = {
    CheckoutRequestID: 'ws_CO_1',
    ResultCode: '1032',
    ResultDesc: 'Request cancelled by user',
  };
  await send(`prompt/${trace}`, { Body: { stkCallback } });
  expect(notePromptResult).toHaveBeenCalledWith(trace, {
    checkoutId: 'ws_CO_1',
    code: '1032',
    receipt: null,
    cents: null,
  });
});

it('a question that fails is asked again by the schedule: the notice is taken all the same', async () => {
  const { send } = notices({ decide: () => Promise.reject(new Error('busy')) });
  expect(await send(`prompt/${trace}`, paidNotice)).toEqual(taken);
});

it('a payment to the paybill is told to the database with its notice, as no evidence', async () => {
  const { send, notePayments } = notices();
  expect(await send(`paybill/${token}`, paybillNotice)).toEqual(taken);
  expect(notePayments).toHaveBeenCalledWith([
    {
      receipt: 'RKTQDM7W6S',
      account: 'ic 1a2b3c4d',
      cents: 200_000,
      payer: 'ACHIENG OTIENO',
      paidAt: '2026-11-29T12:30:00.000Z',
      body: paybillNotice,
    },
  ]);
});

it.each([
  [`paybill/${'f'.repeat(32)}`, paybillNotice, 404],
  ['paybill/', paybillNotice, 404],
  ['prompt/short', paidNotice, 404],
  [`other/${token}`, paybillNotice, 404],
  [`paybill/${token}`, { TransID: 'x' }, 400],
  [`paybill/${token}`, { ...paybillNotice, TransAmount: '-5' }, 400],
  [`paybill/${token}`, 'no json', 400],
  [`prompt/${trace}`, {}, 400],
  [`prompt/${trace}`, { Body: { stkCallback: { CheckoutRequestID: '<script>' } } }, 400],
])('%s with %j is refused', async (path, body, status) => {
  const { send, notePayments, notePromptResult } = notices();
  expect((await send(path, body)).status).toBe(status);
  expect(notePayments).not.toHaveBeenCalled();
  expect(notePromptResult).not.toHaveBeenCalled();
});

it('a shop without M-Pesa takes none, and nothing but a POST is taken', async () => {
  expect((await notices({ noticesToken: null }).send(`paybill/${token}`, paybillNotice)).status).toBe(404);
  expect((await notices().send(`paybill/${token}`, null, 'GET')).status).toBe(405);
});

it('its addresses have no word that Safaricom forbids', () => {
  expect(`/functions/v1/payment-notices/paybill/${token}`).not.toMatch(
    /m-?pesa|safaricom|exec?|cmd|sql|query/i,
  );
});

it('the secret of an address is in no line of the log', async () => {
  const log = vi.fn();
  const { send } = notices({ log });
  await send(`paybill/${token}`, paybillNotice);
  await send(`prompt/${trace}`, paidNotice);
  const lines = JSON.stringify(log.mock.calls);
  expect(lines).toContain('/payment-notices/paybill/:secret');
  for (const secret of [token, trace]) expect(lines).not.toContain(secret);
});

it('a character that Postgres does not store is left out, and the rest is kept', async () => {
  const notePayments = vi.fn(() => Promise.resolve(0));
  const { send, notePromptResult } = notices({ notePayments });
  const { Body } = paidNotice;
  const code = { Body: { stkCallback: { ...Body.stkCallback, ResultCode: '1\0' } } };
  expect(await send(`prompt/${trace}`, code)).toEqual(taken);
  expect(notePromptResult).toHaveBeenCalledWith(trace, expect.objectContaining({ code: '1' }));
  expect(await send(`paybill/${token}`, { ...paybillNotice, FirstName: 'ACHI\0ENG' })).toEqual(taken);
  expect(JSON.stringify(notePayments.mock.calls)).toContain('"ACHIENG"');
  expect(JSON.stringify(notePayments.mock.calls)).not.toContain(String.raw`\u0000`);
});
