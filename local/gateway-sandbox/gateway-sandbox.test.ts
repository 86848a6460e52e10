import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  applicationId,
  queryStatus,
  goodCard,
  goodForm,
  newSandbox,
  payWith,
  post,
} from './sandbox-buyer.ts';
import { transactionToken } from './transaction-token.ts';

const approvedCard = '4242424242424242';

test('an approved card comes back to the success address with the proof of the payment', async () => {
  const sandbox = newSandbox();
  const back = await payWith(sandbox, approvedCard, { shop_variable: 'own' });

  expect(back.action).toBe('http://127.0.0.1:8888/payment/success?order=1');
  expect(Object.keys(back.fields).every((name) => name === name.toUpperCase())).toBe(true);
  expect(back.fields).toMatchObject({
    LITE_PAYMENT_CARD_STATUS: '0',
    LITE_RESULT_DESCRIPTION: 'Approved',
    LITE_MERCHANT_TRACE: 'trace-1',
    ECOM_CONSUMERORDERID: 'DON-123456',
    MERCHANTREFERENCE: 'DON-123456',
    LITE_ORDER_AMOUNT: '150000',
    LITE_CURRENCY_ALPHACODE: 'KES',
    LITE_TRANSACTIONDATE: '2026-03-04 12:05:06',
    ECOM_PAYMENT_CARD_NUMBER: '4242........4242',
    SHOP_VARIABLE: 'own',
  });
  expect(back.fields.LITE_TRANSACTIONINDEX).toMatch(/^\{[0-9A-F-]{36}\}$/);
  expect(back.fields.LITE_ORDER_AUTHORISATIONCODE).toMatch(/^\d{6}$/);
  expect(back.fields.LITE_BANKREFERENCE).toMatch(/^\d{12}$/);
  expect(back.page).toContain('Continue</button>');
});

test.each([
  [approvedCard, 0, 0, '/payment/success', true],
  ['2121212121212121', 0, 3, '/payment/failed', true],
  ['2121212121212121', 0.4, 5, '/payment/try-later', true],
  ['2121212121212121', 0.9, 4, '/payment/failed', true],
  ['5454545454545454', 0, 9, '/payment/try-later', false],
  ['5454545454545454', 0.9, 1, '/payment/try-later', true],
  ['4111111111111111', 0, 14, '/payment/failed', false],
])('card %s with chance %d gives status %d', async (card, chance, status, path, madeTransaction) => {
  const sandbox = newSandbox({ random: () => chance });
  const back = await payWith(sandbox, card);

  expect(back.fields.LITE_PAYMENT_CARD_STATUS).toBe(String(status));
  expect(new URL(back.action ?? '').pathname).toBe(path);
  expect('LITE_TRANSACTIONINDEX' in back.fields).toBe(madeTransaction);
  expect('LITE_ORDER_AUTHORISATIONCODE' in back.fields).toBe(status === 0);
  expect(sandbox.ledger.find('trace-1')).toMatchObject({
    status,
    moneyMoved: status === 0 ? 150000 : 0,
  });
});

test('a reservation is approved and moves no money', async () => {
  const sandbox = newSandbox();
  await payWith(sandbox, approvedCard, { Lite_Authorisation: 'True' });
  expect(sandbox.ledger.find('trace-1')).toMatchObject({ status: 0, moneyMoved: 0, reserveOnly: true });
});

test('Cancel brings the buyer back with 255 and no transaction', async () => {
  const sandbox = newSandbox();
  await post(sandbox, '/Lite/Authorise.aspx', goodForm());
  const back = await post(sandbox, '/Lite/Card', { Trace: 'trace-1', Action: 'Cancel' });
  expect(new URL(back.action ?? '').pathname).toBe('/payment/error');
  expect(back.fields.LITE_PAYMENT_CARD_STATUS).toBe('255');
  expect(back.fields).not.toHaveProperty('LITE_TRANSACTIONINDEX');
});

test('sending the card twice charges once and shows the same answer', async () => {
  const sandbox = newSandbox();
  const first = await payWith(sandbox, approvedCard);
  const again = await post(sandbox, '/Lite/Card', {
    Trace: 'trace-1',
    CardNumber: '4111111111111111',
    ...goodCard,
  });
  const cancelled = await post(sandbox, '/Lite/Card', { Trace: 'trace-1', Action: 'Cancel' });
  expect(again.fields).toEqual(first.fields);
  expect(cancelled.fields).toEqual(first.fields);
  expect(sandbox.ledger.lines()).toHaveLength(1);
});

test('a trace pays once: another form under it is refused and the first payment stands', async () => {
  const sandbox = newSandbox();
  await payWith(sandbox, approvedCard);
  const second = await post(sandbox, '/Lite/Authorise.aspx', goodForm({ MerchantReference: 'DON-654321' }));
  expect(second.fields.LITE_PAYMENT_CARD_STATUS).toBe('255');
  expect(second.fields.LITE_RESULT_DESCRIPTION).toContain('Lite_Merchant_Trace');
  expect((await queryStatus(sandbox, 'trace-1')).Lite_Payment_Card_Status).toBe('0');
});

test('a buyer who went back gets the card page of the same transaction again, and pays once', async () => {
  const sandbox = newSandbox();
  await post(sandbox, '/Lite/Authorise.aspx', goodForm({ Lite_Transaction_Token: '1:a' }));
  const again = await post(sandbox, '/Lite/Authorise.aspx', goodForm({ Lite_Transaction_Token: '2:b' }));
  expect(again.action).toBe('/Lite/Card');
  const paid = await payWith(sandbox, approvedCard, { Lite_Transaction_Token: '3:c' });
  expect(paid.fields.LITE_PAYMENT_CARD_STATUS).toBe('0');
  expect(sandbox.ledger.lines()).toMatchObject([{ state: 'finished', moneyMoved: 150000 }]);
});

test('the form of a finished payment shows its result and leads back, without another charge', async () => {
  const sandbox = newSandbox();
  const first = await payWith(sandbox, approvedCard);
  const again = await post(sandbox, '/Lite/Authorise.aspx', goodForm());
  expect(again.action).toBe(first.action);
  expect(again.fields).toEqual(first.fields);
  expect(sandbox.ledger.lines()).toMatchObject([{ moneyMoved: 150000 }]);
});

test('a form that was altered on the way back is refused while the first one waits', async () => {
  const sandbox = newSandbox();
  await post(sandbox, '/Lite/Authorise.aspx', goodForm());
  const cheap = { Lite_Order_Amount: '100', Lite_Order_LineItems_Amount_1: '100' };
  const altered = await post(sandbox, '/Lite/Authorise.aspx', goodForm(cheap));
  expect(altered.fields.LITE_RESULT_DESCRIPTION).toContain('Lite_Merchant_Trace');
  expect(sandbox.ledger.find('trace-1')).toMatchObject({ state: 'waiting', amountInCents: 150000 });
});

test.each<[string, Record<string, string>]>([
  ['Lite_Merchant_ApplicationId', { Lite_Merchant_ApplicationId: '{00000000-0000-0000-0000-0000000000AC}' }],
  ['Lite_Order_Amount', { Lite_Order_Amount: '1500.00' }],
  ['Lite_Order_Amount', { Lite_Order_Amount: '-150000' }],
  ['Lite_Order_Amount', { Lite_Order_Amount: '12345678901', Lite_Order_LineItems_Amount_1: '12345678901' }],
  ['Lite_Order_Amount', { Lite_Order_Amount: '150001' }],
  ['quantity', { Lite_Order_LineItems_Quantity_1: '1.5' }],
  ['amount of line', { Lite_Order_LineItems_Amount_1: '' }],
  ['Lite_Website_Fail_Url', { Lite_Website_Fail_Url: 'javascript:alert(1)' }],
  ['Lite_Website_TryLater_Url', { Lite_Website_TryLater_Url: `http://shop.example/${'a'.repeat(255)}` }],
  ['Ecom_ConsumerOrderID', { Ecom_ConsumerOrderID: 'DON-12345678901234567' }],
  ['Ecom_BillTo_Online_Email', { Ecom_BillTo_Online_Email: `${'a'.repeat(40)}@example.com` }],
  ['Lite_Merchant_Trace', { Lite_Merchant_Trace: 't'.repeat(65) }],
  ['Lite_Merchant_Trace', { Lite_Merchant_Trace: '' }],
  ['Ecom_TransactionComplete', { Ecom_TransactionComplete: 'True' }],
  ['Ecom_Payment_Card_Protocols', { Ecom_Payment_Card_Protocols: 'SET' }],
  ['Lite_Currency_AlphaCode', { Lite_Currency_AlphaCode: 'USD' }],
  ['more than once', { LITE_ORDER_AMOUNT: '1' }],
])('an inconsistent form goes back to the error address and says %s', async (message, changes) => {
  const sandbox = newSandbox();
  const back = await post(sandbox, '/Lite/Authorise.aspx', goodForm(changes));
  expect(back.action).toBe('http://127.0.0.1:8888/payment/error');
  expect(back.fields.LITE_PAYMENT_CARD_STATUS).toBe('255');
  expect(back.fields.LITE_RESULT_DESCRIPTION).toContain(message);
  expect(back.fields).not.toHaveProperty('LITE_TRANSACTIONINDEX');
  expect(sandbox.ledger.lines()).toMatchObject([{ state: 'refused', status: 255, moneyMoved: 0 }]);
});

test('a form without an error address that a browser may follow ends on a page without a form', async () => {
  const back = await post(
    newSandbox(),
    '/Lite/Authorise.aspx',
    goodForm({ Lite_Website_Error_Url: 'javascript:alert(1)' }),
  );
  expect(back.status).toBe(400);
  expect(back.action).toBeNull();
});

test('names are read without regard to case, the id with or without braces, lines are summed', async () => {
  const form = goodForm({
    Lite_Merchant_ApplicationId: applicationId.slice(1, -1).toLowerCase(),
    Lite_Order_LineItems_Amount_1: '50000',
    Lite_Order_LineItems_Product_2: 'Delivery',
    Lite_Order_LineItems_Quantity_2: '2',
    Lite_Order_LineItems_Amount_2: '50000',
  });
  const folded = Object.fromEntries(Object.entries(form).map(([name, value]) => [name.toLowerCase(), value]));
  const shown = await post(newSandbox(), '/Lite/Authorise.aspx', folded);
  expect(shown.action).toBe('/Lite/Card');
});

test('with a shared secret a form without the right token is refused', async () => {
  const sandbox = newSandbox({ sharedSecret: 'SECRET' });
  const token = transactionToken('SECRET', {
    seconds: '1700000000',
    applicationId,
    amount: '150000',
    email: 'buyer@example.com',
  });
  const refused = await post(sandbox, '/Lite/Authorise.aspx', goodForm());
  expect(refused.fields.LITE_RESULT_DESCRIPTION).toContain('Lite_Transaction_Token');

  const form = goodForm({ Lite_Merchant_Trace: 'trace-2', Lite_Transaction_Token: token });
  expect((await post(sandbox, '/Lite/Authorise.aspx', form)).action).toBe('/Lite/Card');
});

test('the status query answers with the bank’s truth and every documented field', async () => {
  const sandbox = newSandbox();
  const back = await payWith(sandbox, approvedCard);
  expect(await queryStatus(sandbox, 'trace-1')).toEqual({
    __VIEWSTATE: expect.any(String),
    Lite_Merchant_ApplicationId: applicationId,
    Lite_Merchant_Trace: 'trace-1',
    Ecom_Payment_Card_Number: '4242........4242',
    Ecom_Payment_Card_ExpDate_Month: '08',
    Ecom_Payment_Card_ExpDate_Year: '2029',
    MerchantReference: 'DON-123456',
    Lite_Order_Amount: '150000',
    Lite_Order_BudgetPeriod: '0',
    Lite_Order_Terminal: 'Default',
    Lite_Order_AuthorisationCode: back.fields.LITE_ORDER_AUTHORISATIONCODE,
    Lite_BankReference: back.fields.LITE_BANKREFERENCE,
    Lite_TransactionDate: '2026-03-04 12:05:06',
    Lite_TransactionIndex: back.fields.LITE_TRANSACTIONINDEX,
    Lite_Payment_Card_Status: '0',
    Lite_Result_Description: 'Approved',
  });
});

test('an unknown trace, an open card page and a stranger’s id get a blank status', async () => {
  const sandbox = newSandbox();
  await post(sandbox, '/Lite/Authorise.aspx', goodForm());
  await payWith(sandbox, approvedCard, { Lite_Merchant_Trace: 'trace-2' });
  const answers = [
    await queryStatus(sandbox, 'never-seen'),
    await queryStatus(sandbox, ''),
    await queryStatus(sandbox, 'trace-1'),
    await queryStatus(sandbox, 'trace-2', '{00000000-0000-0000-0000-0000000000AC}'),
  ];
  for (const answer of answers) {
    expect(answer).toMatchObject({
      Lite_Payment_Card_Status: '',
      Lite_TransactionIndex: '',
      Lite_Order_Amount: '',
    });
  }
});

test('the ledger survives a restart, a half-written line included, and holds no card', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-ledger-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const ledgerFile = join(folder, 'ledger.jsonl');
  const before = newSandbox({ ledgerFile });
  await payWith(before, approvedCard);
  await post(before, '/Lite/Authorise.aspx', goodForm({ Lite_Merchant_Trace: 'trace-2' }));
  appendFileSync(ledgerFile, '{"event":"opened","transaction":{"trace":"tra');

  const after = newSandbox({ ledgerFile });
  expect(after.ledger.lines()).toEqual(before.ledger.lines());
  const back = await post(after, '/Lite/Card', { Trace: 'trace-2', CardNumber: approvedCard, ...goodCard });
  expect(back.fields.LITE_PAYMENT_CARD_STATUS).toBe('0');
  expect(newSandbox({ ledgerFile }).ledger.lines()).toEqual(after.ledger.lines());
  expect((await queryStatus(after, 'trace-1')).Ecom_Payment_Card_ExpDate_Year).toBe('');

  const written = readFileSync(ledgerFile, 'utf8');
  expect(written).not.toContain(approvedCard);
  expect(written).not.toMatch(/expir|08\/29|"2029"/i);
});

test('whatever a form carries, it is shown as text', async () => {
  const nasty = `"><script>x</script>&'`;
  const sandbox = newSandbox();
  const shown = await post(
    sandbox,
    '/Lite/Authorise.aspx',
    goodForm({ MerchantReference: nasty.slice(0, 20), own: nasty }),
  );
  expect(shown.page).not.toContain('<script>x');
  const corrected = await post(sandbox, '/Lite/Card', {
    Trace: 'trace-1',
    ...goodCard,
    CardName: nasty,
    CardNumber: '1',
  });
  expect(corrected.page).not.toContain('<script>x');
  expect(corrected.fields.CardName).toBe(nasty);
  const back = await post(sandbox, '/Lite/Card', { Trace: 'trace-1', ...goodCard, CardNumber: approvedCard });
  expect(back.page).not.toContain('<script>x');
  expect(back.fields.OWN).toBe(nasty);
  expect((await queryStatus(sandbox, 'trace-1')).MerchantReference).toBe(nasty.slice(0, 20));
});

test('own variables cannot pose as a result', async () => {
  const own = {
    LITE_TRANSACTIONINDEX: 'forged',
    lite_payment_card_status: '0',
    Lite_BankReference: 'forged',
  };
  const back = await payWith(newSandbox(), '4111111111111111', own);
  expect(back.fields.LITE_PAYMENT_CARD_STATUS).toBe('14');
  expect(back.fields).not.toHaveProperty('LITE_TRANSACTIONINDEX');
  expect(back.fields).not.toHaveProperty('LITE_BANKREFERENCE');
});

test('the card page shows what is paid, as a person reads it', async () => {
  const { page } = await post(newSandbox(), '/Lite/Authorise.aspx', goodForm());
  expect(page).toContain('Pay KES 1,500.00</button>');
  expect(page).toContain('DON-123456');
});

test('an invalid card number is corrected on the page, and the security code is never sent back', async () => {
  const sandbox = newSandbox();
  await post(sandbox, '/Lite/Authorise.aspx', goodForm());
  const wrong = {
    Trace: 'trace-1',
    Action: 'Pay',
    CardNumber: '42',
    CardName: ' ',
    CardExpiry: '02/26',
    CardSecurityCode: '9876x',
  };
  const corrected = await post(sandbox, '/Lite/Card', wrong);
  expect(corrected.page).toContain('<p role="alert">Check the number');
  expect(corrected.fields).toMatchObject({ CardNumber: '42', CardExpiry: '02/26', CardSecurityCode: '' });
  expect(sandbox.ledger.find('trace-1')?.state).toBe('waiting');
});

test('a test card fills in the form by one press', async () => {
  const sandbox = newSandbox();
  await post(sandbox, '/Lite/Authorise.aspx', goodForm());
  const filled = await post(sandbox, '/Lite/Card', {
    Trace: 'trace-1',
    Action: 'Fill',
    TestCard: '2121212121212121',
  });
  expect(filled.fields).toMatchObject({
    CardNumber: '2121 2121 2121 2121',
    CardExpiry: '12/29',
    CardSecurityCode: '123',
  });
  const back = await post(sandbox, '/Lite/Card', { ...filled.fields, Action: 'Pay' });
  expect(back.fields.LITE_PAYMENT_CARD_STATUS).toBe('3');
});

test('the ledger lists every transaction with its amount and its true state', async () => {
  const sandbox = newSandbox();
  await payWith(sandbox, approvedCard);
  const { transactions } = (await (await sandbox.app.request('/ledger')).json()) as {
    transactions: unknown[];
  };
  expect(transactions).toMatchObject([
    {
      trace: 'trace-1',
      reference: 'DON-123456',
      amountInCents: 150000,
      state: 'finished',
      status: 0,
    },
  ]);
  expect((await sandbox.app.request('/')).headers.get('location')).toBe('/faults');
});

test('a bank that is down answers nobody and takes no money, until its faults are taken back', async () => {
  const sandbox = newSandbox();
  sandbox.faultSettings.set({ isDown: true });
  await post(sandbox, '/Lite/Authorise.aspx', goodForm());
  for (const path of ['/', '/Lite/AuthoriseInfo.aspx']) {
    const method = path === '/' ? 'GET' : 'POST';
    expect((await sandbox.app.request(path, { method })).status).toBe(503);
  }
  await sandbox.app.request('/faults', { method: 'PUT', body: '{}' });
  expect((await sandbox.app.request('/')).status).toBe(302);
  expect(sandbox.ledger.lines()).toEqual([]);
});
