import { describe, expect, test } from 'vitest';
import { type GatewayBehaviour, gatewayFaults } from './gateway-behaviour.ts';
import { queryStatus, goodCard, goodForm, newSandbox, payWith, post, type Sandbox } from './sandbox-buyer.ts';

const approvedCard = '4242424242424242';

async function send(sandbox: Sandbox, method: string, path = '', body?: unknown) {
  const response = await sandbox.app.request(`/faults${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

function misbehave(
  behaviour: Partial<GatewayBehaviour>,
  options: Parameters<typeof newSandbox>[0] = { wait: async () => {} },
) {
  const sandbox = newSandbox(options);
  sandbox.faultSettings.set(behaviour);
  return sandbox;
}
const dueOf = (sandbox: Sandbox, trace = 'trace-1') => sandbox.ledger.find(trace);
const query = (sandbox: Sandbox, trace = 'trace-1') =>
  sandbox.app.request('/Lite/AuthoriseInfo.aspx', {
    method: 'POST',
    body: new URLSearchParams({
      Lite_Merchant_ApplicationId: goodForm().Lite_Merchant_ApplicationId ?? '',
      Lite_Merchant_Trace: trace,
    }),
  });

describe('the way back', () => {
  test('is lost: the money has moved and no form leads anywhere', async () => {
    const sandbox = misbehave({ returnLost: true });
    const back = await payWith(sandbox, approvedCard);
    expect(back).toMatchObject({ status: 200, action: null });
    expect(back.page).toContain('Connection lost');
    expect(dueOf(sandbox)).toMatchObject({ moneyMoved: 150000 });
  });

  test('goes to the wrong address with a forged status', async () => {
    const sandbox = misbehave({ returnAddress: 'fail', returnStatus: '4' });
    const back = await payWith(sandbox, approvedCard);
    expect(back.action).toBe('http://127.0.0.1:8888/payment/failed');
    expect(back.fields.LITE_PAYMENT_CARD_STATUS).toBe('4');
    expect((await queryStatus(sandbox, 'trace-1')).Lite_Payment_Card_Status).toBe('0');
  });
});

describe('the status query', () => {
  test.each<[GatewayBehaviour['queryAnswer'], Record<string, string>]>([
    ['blankStatus', { Lite_Payment_Card_Status: '' }],
    ['wrongAmount', { Lite_Payment_Card_Status: '0', Lite_Order_Amount: '150100' }],
    ['wrongReference', { Lite_Payment_Card_Status: '0', MerchantReference: 'DON-0000000' }],
    ['wrongTrace', { Lite_Payment_Card_Status: '0', Lite_Merchant_Trace: 'trace-0' }],
  ])('answers %s, while the ledger keeps the truth', async (queryAnswer, expected) => {
    const sandbox = misbehave({ queryAnswer });
    await payWith(sandbox, approvedCard);
    expect(await queryStatus(sandbox, 'trace-1')).toMatchObject(expected);
    expect(dueOf(sandbox)).toMatchObject({
      moneyMoved: 150000,
      chargedInCents: 150000,
      reference: 'DON-123456',
    });
  });

  test('answers with error 500 or with garbage', async () => {
    const sandbox = misbehave({ queryAnswer: 'error500' });
    await payWith(sandbox, approvedCard);
    expect((await query(sandbox)).status).toBe(500);
    sandbox.faultSettings.set({ queryAnswer: 'garbage' });
    const garbage = await query(sandbox);
    expect(garbage.status).toBe(200);
    expect(await garbage.text()).not.toContain('</form>');
  });

  test('never answers: after a minute the connection is closed', async () => {
    const waited: number[] = [];
    const sandbox = misbehave({ queryAnswer: 'never' }, { wait: async (ms) => void waited.push(ms) });
    await payWith(sandbox, approvedCard);
    await expect((await query(sandbox)).text()).rejects.toThrow();
    expect(waited).toEqual([0, 60_000]);
  });

  test('is late the first two times and normal from the third', async () => {
    const waited: number[] = [];
    const behaviour = { queryDelayedMs: 12_000, queryFaultAsks: 2 };
    const sandbox = misbehave(behaviour, { wait: async (ms) => void waited.push(ms) });
    for (let i = 0; i < 3; i++) await query(sandbox);
    expect(waited).toEqual([12_000, 12_000]);
  });
});

describe('the money', () => {
  test('is taken in a wrong amount, and the query says so', async () => {
    const sandbox = misbehave({ amountOffCents: -1 });
    const back = await payWith(sandbox, approvedCard);
    expect(back.fields.LITE_ORDER_AMOUNT).toBe('150000');
    expect((await queryStatus(sandbox, 'trace-1')).Lite_Order_Amount).toBe('149999');
    expect(dueOf(sandbox)).toMatchObject({
      amountInCents: 150000,
      chargedInCents: 149999,
      moneyMoved: 149999,
    });
  });

  test('moves after a refusal, once two queries were answered with it', async () => {
    const sandbox = misbehave({ approvesLater: 'afterRefusal', approvesLaterAsks: 2 });
    // Queries before the card was sent do not count.
    await post(sandbox, '/Lite/Authorise.aspx', goodForm());
    for (let i = 0; i < 3; i++) await queryStatus(sandbox, 'trace-1');
    expect((await payWith(sandbox, approvedCard)).fields.LITE_PAYMENT_CARD_STATUS).toBe('4');

    for (const [status, moneyMoved] of [
      ['4', 0],
      ['4', 0],
      ['0', 150000],
      ['0', 150000],
    ]) {
      expect((await queryStatus(sandbox, 'trace-1')).Lite_Payment_Card_Status).toBe(status);
      expect(dueOf(sandbox)).toMatchObject({ moneyMoved });
    }
  });

  test('moves some time after a refusal, with or without queries, and regardless of later settings', async () => {
    let now = new Date('2026-03-04T09:05:06Z');
    const behaviour = { approvesLater: 'afterRefusal', approvesLaterMs: 60_000 } as const;
    const sandbox = misbehave(behaviour, { clock: () => now });
    await payWith(sandbox, approvedCard);
    sandbox.faultSettings.set({});
    now = new Date('2026-03-04T10:00:00Z');
    const { transactions } = (await (await sandbox.app.request('/ledger')).json()) as {
      transactions: unknown[];
    };
    expect(transactions).toMatchObject([{ status: 0, moneyMoved: 150000, approvesLater: null }]);
  });

  test('has moved at once when a time-out is approved later', async () => {
    const sandbox = misbehave({ approvesLater: 'afterTimeOut', approvesLaterAsks: 1 });
    expect((await payWith(sandbox, approvedCard)).fields.LITE_PAYMENT_CARD_STATUS).toBe('1');
    expect(dueOf(sandbox)).toMatchObject({ status: 1, moneyMoved: 150000 });
    expect((await queryStatus(sandbox, 'trace-1')).Lite_Payment_Card_Status).toBe('1');
    expect((await queryStatus(sandbox, 'trace-1')).Lite_Payment_Card_Status).toBe('0');
    expect(dueOf(sandbox)).toMatchObject({ status: 0, moneyMoved: 150000 });
  });

  test('is taken twice under one trace, listed as two transactions', async () => {
    const sandbox = misbehave({ paidTwice: true });
    await payWith(sandbox, approvedCard);
    expect(dueOf(sandbox)).toMatchObject({ moneyMoved: 300000 });
    const [first, second, third] = [
      await queryStatus(sandbox, 'trace-1'),
      await queryStatus(sandbox, 'trace-1'),
      await queryStatus(sandbox, 'trace-1'),
    ];
    expect(second.Lite_TransactionIndex).not.toBe(first.Lite_TransactionIndex);
    expect(third).toEqual(second);
    expect(first.Lite_Order_Amount).toBe('150000');
  });

  test('of a card that is refused anyway never moves', async () => {
    const sandbox = misbehave({ approvesLater: 'afterTimeOut', approvesLaterAsks: 0, paidTwice: true });
    await payWith(sandbox, '2121212121212121');
    expect((await queryStatus(sandbox, 'trace-1')).Lite_Payment_Card_Status).toBe('3');
    expect(dueOf(sandbox)).toMatchObject({ moneyMoved: 0, approvesLater: null });
  });
});

describe('the switches', () => {
  test('are set for one transaction by its trace or its reference, before or after it is opened', async () => {
    const sandbox = newSandbox();
    await send(sandbox, 'PUT', '/transactions/DON-123456', { returnLost: true });
    await post(sandbox, '/Lite/Authorise.aspx', goodForm());
    await send(sandbox, 'PUT', '/transactions/trace-1', { amountOffCents: 5 });
    const paid = await post(sandbox, '/Lite/Card', {
      Trace: 'trace-1',
      CardNumber: approvedCard,
      ...goodCard,
    });
    expect(paid.action).toBeNull();
    expect(dueOf(sandbox)).toMatchObject({ moneyMoved: 150005 });

    const other = { Lite_Merchant_Trace: 'trace-2', MerchantReference: 'DON-2' };
    expect((await payWith(sandbox, approvedCard, other)).action).not.toBeNull();
    const { body } = await send(sandbox, 'DELETE', '/transactions/DON-123456');
    expect(body.transactions).toEqual({ 'trace-1': { amountOffCents: 5 } });
    expect((await send(sandbox, 'DELETE')).body).toMatchObject({ transactions: {} });
  });

  test('for all transactions also apply to open ones', async () => {
    const sandbox = newSandbox();
    await payWith(sandbox, approvedCard);
    await send(sandbox, 'PUT', '', { behaviour: { queryAnswer: 'error500' } });
    expect((await query(sandbox)).status).toBe(500);
    await send(sandbox, 'PUT', '', {});
    expect((await query(sandbox)).status).toBe(200);
  });

  test.each([
    [{ behaviour: { returnLost: 'yes' } }, 'returnLost must be true or false'],
    [{ behaviour: { queryDelayedMs: -1 } }, 'queryDelayedMs must be a whole number from 0 to 120000'],
    [{ behaviour: { queryAnswer: 'toString' } }, 'queryAnswer must be one of right, error500'],
    [{ behaviour: { constructor: true } }, 'constructor is not a behaviour'],
    [{ behaviour: [] }, 'A behaviour is an object'],
    ['nonsense', 'Send {behaviour?}'],
  ])('refuse %j and change nothing', async (body, message) => {
    const sandbox = newSandbox();
    const before = await send(sandbox, 'GET');
    const refused = await send(sandbox, 'PUT', '', body);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain(message);
    expect(await send(sandbox, 'GET')).toEqual(before);
  });
});

describe('the page for a person', () => {
  const page = async (sandbox: Sandbox, fields?: Record<string, string>) => {
    const shown = await sandbox.app.request('/faults', {
      method: fields ? 'POST' : 'GET',
      headers: { accept: 'text/html,*/*;q=0.8' },
      body: fields && new URLSearchParams(fields),
    });
    return {
      status: shown.status,
      text: (await shown.text()).replace(/\s+/g, ' '),
      to: shown.headers.get('location'),
    };
  };

  test('sets all transactions or one, takes one back, and clears all faults', async () => {
    const sandbox = newSandbox();
    const set = await page(sandbox, {
      action: 'set',
      transaction: '',
      returnLost: 'on',
      queryAnswer: 'garbage',
    });
    expect(set).toMatchObject({ status: 303, to: '/faults' });
    await page(sandbox, { action: 'set', transaction: ' DON-7 ', queryDelayedMs: '700' });
    await page(sandbox, { action: 'set', transaction: 'DON-8', returnLost: 'on' });
    await page(sandbox, { action: 'set', transaction: 'DON-8' });
    expect((await send(sandbox, 'GET')).body).toMatchObject({
      behaviour: { returnLost: true, queryAnswer: 'garbage', paidTwice: false },
      transactions: { 'DON-7': { queryDelayedMs: 700 } },
    });
    expect(Object.keys(sandbox.faultSettings.current().transactions)).toEqual(['DON-7']);
    const { text } = await page(sandbox);
    expect(text).toContain('<option selected>garbage</option>');
    expect(text).toContain('type="checkbox" checked');
    expect(text).toContain('Only DON-7: queryDelayedMs:700.');

    await page(sandbox, { action: 'set', transaction: '' });
    expect(sandbox.faultSettings.current()).toMatchObject({ behaviour: gatewayFaults.good });
    await page(sandbox, { action: 'clear' });
    expect(sandbox.faultSettings.current().transactions).toEqual({});
  });

  test('sent again as it is shown, it changes nothing', async () => {
    const sandbox = newSandbox();
    const behaviour = { returnLost: true, queryAnswer: 'never', amountOffCents: -5, returnStatus: '4' };
    const { body } = await send(sandbox, 'PUT', '', { behaviour });
    const { text } = await page(sandbox);
    const shown: Record<string, string> = { action: 'set' };
    for (const [input, name, rest = ''] of text.matchAll(/<input id="[^"]*" name="([^"]*)"([^>]*)>/g)) {
      const value = /value="([^"]*)"/.exec(rest)?.[1] ?? '';
      if (!input.includes('checkbox')) shown[name ?? ''] = value;
      else if (rest.includes('checked')) shown[name ?? ''] = 'on';
    }
    for (const [, name, choices = ''] of text.matchAll(/<select id="[^"]*" name="([^"]*)">(.*?)<\/select>/g))
      shown[name ?? ''] = /selected>([^<]*)</.exec(choices)?.[1] ?? '';
    await send(sandbox, 'DELETE');
    await page(sandbox, shown);
    expect((await send(sandbox, 'GET')).body).toEqual(body);
  });

  test('says what is wrong, changes nothing, and shows whatever was typed as text', async () => {
    const sandbox = newSandbox();
    const wrong = await page(sandbox, { action: 'set', transaction: '', queryDelayedMs: '1e9' });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('role="alert"');
    await page(sandbox, { action: 'set', transaction: '"><script>x', returnLost: 'on' });
    expect((await page(sandbox)).text).not.toContain('<script>x');
  });

  test('has a label for every control', async () => {
    const { text } = await page(newSandbox());
    const controls = [...text.matchAll(/<(?:input|select)[^>]*\bid="([^"]+)"/g)].map(([, id]) => id);
    expect(controls.length).toBeGreaterThan(12);
    expect(new Set(controls).size).toBe(controls.length);
    const labels = [...text.matchAll(/<label for="([^"]+)"/g)].map(([, id]) => id);
    expect(labels.sort()).toEqual(controls.sort());
  });
});
