import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newSandbox as newGateway } from '../gateway-sandbox/sandbox-buyer.ts';
import { localMpesa } from './local-mpesa.ts';
import type { MpesaBehaviour } from './mpesa-behaviour.ts';
import { createMpesaSandbox, type MpesaSandboxOptions } from './mpesa-sandbox.ts';

const start = Date.parse('2026-03-04T09:05:06Z');
const callBackUrl = 'https://shop.example.com/functions/v1/paid/0123abcd';
const confirmationUrl = 'https://shop.example.com/functions/v1/confirmed';
const phone = '254708374149';

type Told = { url: string; body: Record<string, unknown> };
type Reply = { status: number; text: string; body: Record<string, unknown> };

/** A sandbox with the shop that calls it; waits are over at once, and the clock goes only when a test says so. */
function newShop(behaviour: Partial<MpesaBehaviour> = {}, options: Partial<MpesaSandboxOptions> = {}) {
  const told: Told[] = [];
  const waited: number[] = [];
  const time = { now: start };
  const sandbox = createMpesaSandbox({
    clock: () => new Date(time.now),
    wait: async (ms) => void waited.push(ms),
    post: async (url, body) => void told.push({ url, body: body as Told['body'] }),
    ...options,
  });
  sandbox.faultSettings.set(behaviour);

  const send = async (path: string, request: RequestInit = {}): Promise<Reply> => {
    const answer = await sandbox.app.request(`/daraja${path}`, request);
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
    return { status: answer.status, text, body: isJson ? (JSON.parse(text) as Reply['body']) : {} };
  };
  const tokenOf = async (key = localMpesa.key) => {
    const authorization = `Basic ${Buffer.from(`${key}:${localMpesa.secret}`).toString('base64')}`;
    return send('/oauth/v1/generate?grant_type=client_credentials', { headers: { authorization } });
  };
  const call = async (path: string, body: unknown, token?: string) => {
    const authorization = `Bearer ${token ?? String((await tokenOf()).body.access_token)}`;
    return send(path, { method: 'POST', headers: { authorization }, body: JSON.stringify(body) });
  };
  const push = (changes: object = {}, token?: string) =>
    call('/mpesa/stkpush/v1/processrequest', { ...goodPush, ...changes }, token);
  const query = (checkoutId: unknown) =>
    call('/mpesa/stkpushquery/v1/query', { ...signed(), CheckoutRequestID: checkoutId });
  const form = (path: string, fields: Record<string, string>, accept = 'text/html') =>
    send(path, { method: 'POST', headers: { accept }, body: new URLSearchParams(fields) });
  return {
    sandbox,
    told,
    waited,
    time,
    send,
    tokenOf,
    call,
    push,
    query,
    form,
    /** Sends a push that is taken, and returns its CheckoutRequestID. */
    prompt: async (changes: object = {}) => String((await push(changes)).body.CheckoutRequestID),
    codeOf: async (checkoutId: string) => (await query(checkoutId)).body.ResultCode,
    type: (checkoutId: string, pin: string, action = 'pay') =>
      form(`/phone/prompts/${checkoutId}`, { pin, action }),
    payByHand: (changes: Record<string, string> = {}) =>
      form('/phone/paybill', { ...byHand, ...changes }, 'application/json'),
    register: () =>
      call('/mpesa/c2b/v2/registerurl', {
        ShortCode: localMpesa.shortcode,
        ResponseType: 'Completed',
        ConfirmationURL: confirmationUrl,
        ValidationURL: `${confirmationUrl}/first`,
      }),
    callBacks: () =>
      told
        .filter(({ url }) => url === callBackUrl)
        .map(({ body }) => (body.Body as { stkCallback: Record<string, unknown> }).stkCallback),
    confirmations: () => told.filter(({ url }) => url === confirmationUrl).map(({ body }) => body),
  };
}

function signed(timestamp = '20260304120506') {
  const { shortcode, passkey } = localMpesa;
  const password = Buffer.from(shortcode + passkey + timestamp).toString('base64');
  return { BusinessShortCode: shortcode, Password: password, Timestamp: timestamp };
}

const goodPush = {
  ...signed(),
  TransactionType: 'CustomerPayBillOnline',
  Amount: 1500,
  PartyA: Number(phone),
  PartyB: localMpesa.shortcode,
  PhoneNumber: Number(phone),
  CallBackURL: callBackUrl,
  AccountReference: 'DON-123456',
  TransactionDesc: 'Order',
};

const byHand = {
  shortcode: localMpesa.shortcode,
  account: 'don 123456',
  amount: '700',
  phone,
  name: 'Ann Buyer',
};

const receiptOf = (sandbox: ReturnType<typeof newShop>['sandbox']) => sandbox.ledger.prompts[0]?.receipt;

describe('a token', () => {
  test('is given for key and secret, and to nobody else', async () => {
    const shop = newShop();
    expect((await shop.tokenOf()).body).toEqual({
      access_token: expect.stringMatching(/^\S{28}$/),
      expires_in: '3599',
    });
    expect(await shop.tokenOf('other')).toMatchObject({ status: 400, text: '' });
  });

  test('is refused when it is unknown or old', async () => {
    const shop = newShop();
    const refused = {
      status: 404,
      body: { errorCode: '404.001.03', errorMessage: 'Invalid Access Token' },
    };
    expect(await shop.push({}, 'unknown')).toMatchObject(refused);
    expect(await shop.call('/pulltransactions/v1/query', {}, 'unknown')).toMatchObject(refused);
    const token = String((await shop.tokenOf()).body.access_token);
    expect((await shop.push({}, token)).status).toBe(200);
    shop.time.now += 3599_000;
    expect(await shop.push({}, token)).toMatchObject(refused);
  });

  test('is good for one call when tokens expire', async () => {
    const shop = newShop({ tokenExpires: true });
    const token = String((await shop.tokenOf()).body.access_token);
    expect((await shop.push({}, token)).status).toBe(200);
    expect((await shop.push({}, token)).status).toBe(404);
    expect((await shop.push()).status).toBe(200);
  });
});

describe('a push', () => {
  test('is taken, which means only that', async () => {
    const shop = newShop();
    expect(await shop.push()).toEqual({
      status: 200,
      text: expect.anything(),
      body: {
        MerchantRequestID: expect.stringMatching(/^\d+-\d+-1$/),
        CheckoutRequestID: expect.stringMatching(/^ws_CO_20260304120506/),
        ResponseCode: '0',
        ResponseDescription: expect.any(String),
        CustomerMessage: expect.any(String),
      },
    });
    expect(shop.sandbox.ledger.prompts).toMatchObject([{ moneyMoved: 0, receipt: null, code: null }]);
    expect(shop.told).toEqual([]);
  });

  test.each<[object, string]>([
    [{ AccountReference: 'DON-123456789' }, 'Invalid AccountReference'],
    [{ AccountReference: '' }, 'Invalid AccountReference'],
    [{ TransactionDesc: 'Fourteen signs' }, 'Invalid Remarks'],
    [{ TransactionDesc: undefined }, 'Invalid Remarks'],
    [{ Amount: 0 }, 'Invalid Amount'],
    [{ Amount: 10.5 }, 'Invalid Amount'],
    [{ Amount: 250_001 }, 'Invalid Amount'],
    [{ PhoneNumber: '0708374149' }, 'Invalid PhoneNumber'],
    [{ PhoneNumber: 254208374149 }, 'Invalid PhoneNumber'],
    [{ PartyA: 25470837414 }, 'Invalid PartyA'],
    [{ PartyB: '600000' }, 'Invalid PartyB'],
    [{ TransactionType: 'Pay' }, 'Invalid TransactionType'],
    [{ CallBackURL: 'http://shop.example.com/paid' }, 'Invalid CallBackURL'],
    [{ CallBackURL: 'https://10.1.2.3/paid' }, 'Invalid CallBackURL'],
    [{ CallBackURL: 'https://[::1]/paid' }, 'Invalid CallBackURL'],
    [{ CallBackURL: 'https://localhost/paid' }, 'Invalid CallBackURL'],
    [{ CallBackURL: 'https://shop.example.com/M-Pesa' }, 'Invalid CallBackURL'],
    [{ CallBackURL: 'https://shop.example.com/paid?Query=1' }, 'Invalid CallBackURL'],
    [{ CallBackURL: 'nowhere' }, 'Invalid CallBackURL'],
  ])('with %j is refused', async (changes, message) => {
    const shop = newShop();
    expect(await shop.push(changes)).toMatchObject({
      status: 400,
      body: { errorCode: '400.002.02', errorMessage: `Bad Request - ${message}` },
    });
    expect(shop.sandbox.ledger.prompts).toEqual([]);
  });

  test.each<[object, string]>([
    [{ Password: 'wrong' }, 'Wrong credentials'],
    [{ Timestamp: '20260304120507' }, 'Wrong credentials'],
    [signed('2026-03-04 12:05'), 'Wrong credentials'],
    [signed('20261304120506'), 'Wrong credentials'],
    [{ BusinessShortCode: '600000' }, 'Merchant does not exist'],
  ])('of another merchant (%j) is refused', async (changes, errorMessage) => {
    const refused = { status: 500, body: { errorCode: '500.001.1001', errorMessage } };
    expect(await newShop().push(changes)).toMatchObject(refused);
  });

  test('may name an address that counts as public', async () => {
    const local = 'http://127.0.0.1:54321/functions/v1/';
    const shop = newShop({}, { isPublic: (url) => url.startsWith(local) });
    expect((await shop.push({ CallBackURL: `${local}paid` })).status).toBe(200);
    expect((await shop.push({ CallBackURL: `${local}mpesa` })).status).toBe(400);
    expect((await shop.push({ CallBackURL: 'http://127.0.0.1:1/paid' })).status).toBe(400);
  });

  test('is never answered, and the prompt appears', async () => {
    const shop = newShop({ push: 'neverAnswers' });
    await expect(shop.push()).rejects.toThrow();
    expect(shop.waited).toContain(60_000);
    expect(shop.sandbox.ledger.prompts).toHaveLength(1);
  });

  test('is refused, or meets a busy system, and no prompt appears', async () => {
    const refused = newShop({ push: 'refused500' });
    expect(await refused.push()).toMatchObject({ status: 500, body: { errorCode: '500.001.1001' } });
    const busy = newShop({ push: 'systemBusy26' });
    expect(await busy.push()).toMatchObject({ status: 200, body: { ResponseCode: '26' } });
    expect([...refused.sandbox.ledger.prompts, ...busy.sandbox.ledger.prompts]).toEqual([]);
  });
});

describe('the payer', () => {
  test('pays: call-back, query and ledger agree', async () => {
    const shop = newShop();
    const id = await shop.prompt();
    expect(await shop.query(id)).toMatchObject({
      status: 200,
      body: { ResultCode: '4999', ResultDesc: 'The transaction is still under processing' },
    });
    expect((await shop.send('/phone')).text).toContain('1,500 to INSTRUMENTS &amp; CURRENT');
    expect((await shop.type(id, '2580')).status).toBe(303);
    expect((await shop.query(id)).body).toEqual({
      ResponseCode: '0',
      ResponseDescription: expect.any(String),
      MerchantRequestID: expect.any(String),
      CheckoutRequestID: id,
      ResultCode: '0',
      ResultDesc: 'The service request is processed successfully.',
    });
    const receipt = receiptOf(shop.sandbox);
    expect(receipt).toMatch(/^UC4[A-Z0-9]{7}$/);
    expect(shop.callBacks()).toEqual([
      {
        MerchantRequestID: expect.any(String),
        CheckoutRequestID: id,
        ResultCode: 0,
        ResultDesc: 'The service request is processed successfully.',
        CallbackMetadata: {
          Item: [
            { Name: 'Amount', Value: 1500 },
            { Name: 'MpesaReceiptNumber', Value: receipt },
            { Name: 'Balance' },
            { Name: 'TransactionDate', Value: 20260304120506 },
            { Name: 'PhoneNumber', Value: 254708374149 },
          ],
        },
      },
    ]);
    const { body } = await shop.send('/ledger');
    const paid = { moneyMoved: 1500, receipt, amount: 1500, account: 'DON-123456', phone };
    expect(body).toMatchObject({ prompts: [{ ...paid, at: '2026-03-04T09:05:06.000Z' }], payments: [] });
    expect((await shop.send(`/ledger?phone=${phone}`)).body).toEqual(body);
    const none = { prompts: [], payments: [] };
    expect((await shop.send('/ledger?phone=254700000000')).body).toEqual(none);
  });

  test.each([
    ['0000', 'pay', 2001],
    ['1111', 'pay', 1],
    ['', 'cancel', 1032],
  ])('with PIN "%s" and %s is told %i, once', async (pin, action, code) => {
    const shop = newShop();
    const id = await shop.prompt();
    await shop.type(id, pin, action);
    expect(await shop.codeOf(id)).toBe(String(code));
    expect((await shop.type(id, '2580')).text).toContain('has gone from the phone');
    expect(shop.callBacks()).toHaveLength(1);
    expect(shop.callBacks()[0]).toMatchObject({ ResultCode: code });
    expect(shop.callBacks()[0]).not.toHaveProperty('CallbackMetadata');
    expect(shop.sandbox.ledger.prompts).toMatchObject([{ moneyMoved: 0 }]);
  });

  test('does not answer, or ignores it: after a minute that is 1037', async () => {
    const shop = newShop();
    const ids = [await shop.prompt(), await shop.prompt()];
    await shop.type(ids[1] ?? '', '', 'ignore');
    expect((await shop.send('/phone')).text).not.toContain(ids[1]);
    shop.time.now += 59_999;
    for (const id of ids) expect(await shop.codeOf(id)).toBe('4999');
    shop.time.now += 1;
    for (const id of ids) expect(await shop.codeOf(id)).toBe('1037');
    expect((await shop.type(ids[0] ?? '', '2580')).status).toBe(400);
    expect(shop.callBacks()).toMatchObject([{ ResultCode: 1037 }, { ResultCode: 1037 }]);
  });

  test('types something that is no PIN, and may try again', async () => {
    const shop = newShop();
    const id = await shop.prompt();
    expect((await shop.type(id, '12')).text).toContain('A PIN has four digits');
    await shop.type(id, '1234');
    expect(await shop.codeOf(id)).toBe('0');
  });

  test.each<[MpesaBehaviour['answersFor'], string]>([
    ['pays', '0'],
    ['wrongPin', '2001'],
    ['noBalance', '1'],
    ['cancels', '1032'],
    ['ignores', '4999'],
    ['none', '4999'],
  ])('is not needed: the phone %s by itself', async (answersFor, code) => {
    const shop = newShop({ answersFor });
    expect(await shop.codeOf(await shop.prompt())).toBe(code);
  });

  test('pays late: the money moves long after the prompt', async () => {
    const shop = newShop({ paysAfterMs: 1_200_000 });
    const id = await shop.prompt();
    await shop.type(id, '2580');
    shop.time.now += 1_199_000;
    expect(await shop.codeOf(id)).toBe('4999');
    shop.time.now += 5000;
    expect(await shop.codeOf(id)).toBe('0');
    expect(shop.callBacks()).toMatchObject([{ ResultCode: 0 }]);
    expect(shop.sandbox.ledger.prompts).toMatchObject([{ at: '2026-03-04T09:25:06.000Z' }]);
  });

  test.each(['1037', '1032'] as const)(
    'is told %s first, and has paid two queries later',
    async (firstCode) => {
      const shop = newShop({ firstCode, laterAsks: 2 });
      const id = await shop.prompt();
      await shop.type(id, '2580');
      const codes = [await shop.codeOf(id), await shop.codeOf(id)];
      expect(codes).toEqual([firstCode, firstCode]);
      expect(shop.sandbox.ledger.prompts).toMatchObject([{ moneyMoved: 0 }]);
      expect(await shop.codeOf(id)).toBe('0');
      expect(shop.callBacks()).toMatchObject([{ ResultCode: Number(firstCode) }, { ResultCode: 0 }]);
      expect(shop.sandbox.ledger.prompts).toMatchObject([{ moneyMoved: 1500 }]);
    },
  );

  test('is told 1037 first, and has paid some time later', async () => {
    const shop = newShop({ firstCode: '1037', paysAfterMs: 90_000 });
    const id = await shop.prompt();
    await shop.type(id, '2580');
    shop.time.now += 89_000;
    expect(await shop.codeOf(id)).toBe('1037');
    shop.time.now += 1000;
    expect(await shop.codeOf(id)).toBe('0');
  });
});

describe('the call-back', () => {
  test.each<[Partial<MpesaBehaviour>, number, number[]]>([
    [{ callback: 'lost' }, 0, []],
    [{ callback: 'thrice' }, 3, [0]],
    [{ callback: 'late', lateMs: 7000 }, 1, [7000]],
    [{ callback: 'delayedPastPage' }, 1, [300_000]],
    [{ callback: 'thriceAndLate', lateMs: 3_600_000 }, 4, [0, 3_600_000]],
  ])('with %j comes %i times', async (behaviour, times, delays) => {
    const shop = newShop(behaviour);
    const id = await shop.prompt();
    await shop.type(id, '2580');
    expect(await shop.codeOf(id)).toBe('0');
    expect(shop.callBacks()).toHaveLength(times);
    expect(shop.waited).toEqual(expect.arrayContaining(delays));
    expect(shop.sandbox.ledger.prompts).toMatchObject([{ moneyMoved: 1500 }]);
  });

  test('names another sum, has no metadata, or its code is a text', async () => {
    const shop = newShop({ callbackAmountOff: -100, codesAsStrings: true });
    await shop.type(await shop.prompt(), '2580');
    shop.sandbox.faultSettings.set({ callbackWithoutMetadata: true });
    await shop.type(await shop.prompt(), '2580');
    const [off, bare] = shop.callBacks();
    expect(off).toMatchObject({ ResultCode: '0' });
    expect(JSON.stringify(off)).toContain('{"Name":"Amount","Value":1400}');
    expect(bare).toMatchObject({ ResultCode: 0 });
    expect(bare).not.toHaveProperty('CallbackMetadata');
    expect(shop.sandbox.ledger.prompts).toMatchObject([{ moneyMoved: 1500 }, { moneyMoved: 1500 }]);
  });

  test('is forged before anything is paid, and the payer cancels', async () => {
    const shop = newShop({ callbackForgedFirst: true });
    const id = await shop.prompt();
    expect(shop.callBacks()).toMatchObject([{ ResultCode: 0, CallbackMetadata: {} }]);
    await shop.type(id, '', 'cancel');
    expect(await shop.codeOf(id)).toBe('1032');
    expect(shop.callBacks()).toMatchObject([{ ResultCode: 0 }, { ResultCode: 1032 }]);
    expect(shop.sandbox.ledger.prompts).toMatchObject([{ moneyMoved: 0, receipt: null }]);
  });
});

describe('the query', () => {
  const paid = async (behaviour: Partial<MpesaBehaviour>) => {
    const shop = newShop({ answersFor: 'pays', ...behaviour });
    return { ...shop, id: await shop.prompt() };
  };

  test.each<[MpesaBehaviour['query'], number, object]>([
    ['pending4999ForAsks', 200, { ResultCode: '4999', ResponseCode: '0' }],
    ['pending500', 500, { errorCode: '500.001.1001', errorMessage: 'The transaction is being processed' }],
    ['error500', 500, {}],
    ['garbage', 200, {}],
    ['unknown7777', 200, { ResultCode: '7777' }],
    ['spikeArrest429', 429, { errorCode: '500.003.02' }],
  ])('is answered with %s twice and then rightly', async (query, status, body) => {
    const shop = await paid({ query, queryFaultAsks: 2 });
    for (let i = 0; i < 2; i++) expect(await shop.query(shop.id)).toMatchObject({ status, body });
    expect(await shop.codeOf(shop.id)).toBe('0');
  });

  test('is never answered', async () => {
    const shop = await paid({ query: 'never' });
    await expect(shop.query(shop.id)).rejects.toThrow();
  });

  test('of an unknown prompt or of another merchant is refused', async () => {
    const shop = newShop();
    expect(await shop.query('ws_CO_1')).toMatchObject({ status: 400, body: { errorCode: '400.002.02' } });
    const unsigned = { CheckoutRequestID: 'ws_CO_1' };
    expect((await shop.call('/mpesa/stkpushquery/v1/query', unsigned)).status).toBe(500);
  });
});

describe('a payment to the paybill', () => {
  test('by hand is confirmed at the registered address, without a readable phone', async () => {
    const shop = newShop();
    expect((await shop.register()).body).toMatchObject({ ResponseCode: '0' });
    const { body } = await shop.payByHand();
    expect(shop.confirmations()).toEqual([
      {
        TransactionType: 'Pay Bill',
        TransID: body.receipt,
        TransTime: '20260304120506',
        TransAmount: '700.00',
        BusinessShortCode: localMpesa.shortcode,
        BillRefNumber: 'don 123456',
        InvoiceNumber: '',
        OrgAccountBalance: '',
        ThirdPartyTransID: '',
        MSISDN: createHash('sha256').update(phone).digest('hex'),
        FirstName: 'Ann',
        MiddleName: '',
        LastName: '',
      },
    ]);
    expect(shop.sandbox.ledger.payments).toMatchObject([{ moneyMoved: 700, receipt: body.receipt }]);
    expect((await shop.form('/phone/paybill', byHand)).status).toBe(303);
  });

  test('is confirmed nowhere while no address is registered', async () => {
    const shop = newShop();
    await shop.payByHand();
    expect(shop.told).toEqual([]);
  });

  test.each<[MpesaBehaviour['confirmation'], number]>([
    ['lost', 0],
    ['thrice', 3],
    ['late', 1],
  ])('is confirmed %s: %i times', async (confirmation, times) => {
    const shop = newShop({ confirmation, lateMs: 4000 });
    await shop.register();
    await shop.payByHand();
    expect(shop.confirmations()).toHaveLength(times);
    expect(shop.waited.includes(4000)).toBe(confirmation === 'late');
  });

  test('is what a paid prompt is confirmed as too, with the same receipt, unless switched off', async () => {
    const shop = newShop();
    await shop.register();
    await shop.type(await shop.prompt(), '2580');
    expect(shop.confirmations()).toMatchObject([
      { TransID: receiptOf(shop.sandbox), BillRefNumber: 'DON-123456', TransAmount: '1500.00' },
    ]);
    shop.sandbox.faultSettings.set({ confirmsPrompts: false });
    await shop.type(await shop.prompt(), '2580');
    expect(shop.confirmations()).toHaveLength(1);
  });

  test.each<Record<string, string>>([
    { amount: '0' },
    { amount: '1.5' },
    { shortcode: '1' },
    { phone: '07' },
    { account: '' },
  ])('with %j is refused', async (changes) => {
    const shop = newShop();
    expect((await shop.payByHand(changes)).status).toBe(400);
    expect(shop.sandbox.ledger.payments).toEqual([]);
  });

  test('is not registered with a wrong address or type', async () => {
    const shop = newShop();
    const good = {
      ShortCode: localMpesa.shortcode,
      ResponseType: 'Completed',
      ConfirmationURL: confirmationUrl,
    };
    const register = (changes: object) => shop.call('/mpesa/c2b/v2/registerurl', { ...good, ...changes });
    expect((await register({})).body).toMatchObject({ errorMessage: 'Bad Request - Invalid ValidationURL' });
    expect((await register({ ResponseType: 'No' })).status).toBe(400);
    expect((await register({ ShortCode: '1' })).status).toBe(400);
    expect((await register({ ConfirmationURL: 'https://shop.example.com/exec' })).status).toBe(400);
  });
});

describe('the list of payments', () => {
  const dates = { StartDate: '2026-03-04 12:00:00', EndDate: '2026-03-04 13:00:00', OffSetValue: '0' };
  const pull = (shop: ReturnType<typeof newShop>, changes: object = {}) =>
    shop.call('/pulltransactions/v1/query', { ShortCode: localMpesa.shortcode, ...dates, ...changes });
  const rowsOf = ({ body }: Reply) => (body.Response as Record<string, string>[][])[0] ?? [];

  test('holds prompts and payments by hand between two times in Nairobi', async () => {
    const shop = newShop({ answersFor: 'pays' });
    await shop.prompt();
    const { body } = await shop.payByHand();
    const found = await pull(shop);
    expect(found.body).toMatchObject({ ResponseCode: '1000', ResponseMessage: 'Success' });
    expect(rowsOf(found)).toEqual([
      expect.objectContaining({ transactionId: receiptOf(shop.sandbox), billreference: 'DON-123456' }),
      {
        transactionId: body.receipt,
        trxDate: '2026-03-04T09:05:06Z',
        msisdn: '2547*****149',
        sender: 'MPESA',
        transactiontype: 'c2b-pay-bill-debit',
        billreference: 'don 123456',
        amount: '700.00',
        organizationname: 'INSTRUMENTS & CURRENT',
      },
    ]);
    const nothing = { ResponseCode: '1001', Response: [] };
    const later = { StartDate: '2026-03-04 12:05:07' };
    expect((await pull(shop, later)).body).toMatchObject(nothing);
    expect((await pull(shop, { EndDate: '2026-03-04 12:05:05' })).body).toMatchObject(nothing);
    shop.time.now += 49 * 3600_000;
    expect((await pull(shop)).body).toMatchObject(nothing);
  });

  test('comes in pages of a hundred', async () => {
    const shop = newShop();
    for (let i = 0; i < 230; i++) await shop.payByHand({ account: `A${i}` });
    const accounts: string[] = [];
    for (const [offset, count] of [[0, 100] as const, [100, 100] as const, [200, 30] as const]) {
      const rows = rowsOf(await pull(shop, { OffSetValue: offset }));
      expect(rows).toHaveLength(count);
      accounts.push(...rows.map(({ billreference }) => billreference ?? ''));
    }
    expect(accounts).toEqual(Array.from({ length: 230 }, (_, i) => `A${i}`));
    expect((await pull(shop, { OffSetValue: '300' })).body).toMatchObject({ ResponseCode: '1001' });
    expect(new Set(shop.sandbox.ledger.payments.map(({ receipt }) => receipt)).size).toBe(230);
  });

  test.each([{ ShortCode: '1' }, { StartDate: '2026-03-04' }, { EndDate: '' }, { OffSetValue: 'x' }])(
    'with %j is refused',
    async (changes) => {
      expect(await pull(newShop(), changes)).toMatchObject({
        status: 400,
        body: { errorCode: '400.002.02' },
      });
    },
  );

  test('is off, broken or empty', async () => {
    const shop = newShop({ pull: 'off' });
    await shop.payByHand();
    expect((await pull(shop)).status).toBe(404);
    shop.sandbox.faultSettings.set({ pull: 'error500' });
    expect((await pull(shop)).status).toBe(500);
    shop.sandbox.faultSettings.set({ pull: 'empty' });
    expect((await pull(shop)).body).toMatchObject({ ResponseCode: '1001' });
  });
});

describe('the switches', () => {
  const put = (shop: ReturnType<typeof newShop>, path: string, body: unknown) =>
    shop.send(`/faults${path}`, { method: 'PUT', body: JSON.stringify(body) });

  test('are set for all, or for one by phone, account or prompt, of which the prompt counts most', async () => {
    const shop = newShop();
    expect((await put(shop, '', { behaviour: { query: 'error500' } })).status).toBe(200);
    await put(shop, `/transactions/${phone}`, { query: 'garbage' });
    await put(shop, '/transactions/DON-123456', { query: 'unknown7777' });
    const [one, other] = [await shop.prompt(), await shop.prompt({ AccountReference: 'DON-2' })];
    const third = await shop.prompt({ PhoneNumber: 254111111111, AccountReference: 'DON-3' });
    expect(await shop.codeOf(one)).toBe('7777');
    await put(shop, `/transactions/${one}`, { query: 'right' });
    expect(await shop.codeOf(one)).toBe('4999');
    expect((await shop.query(other)).text).toContain('Incapsula');
    expect((await shop.query(third)).status).toBe(500);
    await shop.send(`/faults/transactions/${one}`, { method: 'DELETE' });
    expect(await shop.codeOf(one)).toBe('7777');
    await shop.send('/faults', { method: 'DELETE' });
    expect(await shop.codeOf(other)).toBe('4999');
    expect((await shop.send('/faults')).body).toMatchObject({ transactions: {} });
  });

  test.each([
    [{ behaviour: { push: 'maybe' } }, 'push must be one of right, neverAnswers'],
    [{ behaviour: { returnLost: true } }, 'returnLost is not a behaviour'],
  ])('refuse %j', async (body, message) => {
    const refused = await put(newShop(), '', body);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain(message);
  });

  test('have a page, which the page of the card gateway leads to', async () => {
    const shop = newShop();
    const headers = { accept: 'text/html' };
    const { text } = await shop.send('/faults', { headers });
    expect(text).toContain('action="/daraja/faults"');
    expect(text).toContain('href="/daraja/phone"');
    expect((await shop.form('/faults', { action: 'set', push: 'refused500' })).status).toBe(303);
    expect(shop.sandbox.faultSettings.current().behaviour).toMatchObject({ push: 'refused500' });

    const gateway = newGateway();
    const page = async () => (await gateway.app.request('/faults', { headers })).text();
    expect(await page()).toContain('href="/daraja/faults"');
    const body = JSON.stringify({ behaviour: { returnLost: true, paidTwice: true } });
    expect((await gateway.app.request('/faults', { method: 'PUT', body })).status).toBe(200);
    gateway.faultSettings.setFor('trace-1', { returnLost: false });
    const one = { trace: 'trace-1', reference: 'DON-1' };
    expect(gateway.faultSettings.behaviourOf(one)).toMatchObject({ returnLost: false, paidTwice: true });
    expect(await page()).toMatch(/action="\/faults"[^]*by its reference or trace/);
  });
});
