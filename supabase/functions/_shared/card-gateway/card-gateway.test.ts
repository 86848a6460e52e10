import { describe, expect, it } from 'vitest';
import { gatewaySettings } from './gateway-settings.ts';
import { buildPaymentForm, transactionToken } from './payment-form.ts';
import { parseStatusAnswer } from './status-answer.ts';

const settings = gatewaySettings(
  new Map([
    ['CARD_GATEWAY_URL', 'https://bank.example/'],
    ['CARD_GATEWAY_APPLICATION_ID', '00000000-0000-0000-0000-0000000000ab'],
    ['CARD_GATEWAY_SECRET', 'EXAMPLESECRET0123456789ABCDEFGHI'],
  ]),
);

const transaction = {
  orderId: 'b5b7a3c0-0000-4000-8000-000000000001',
  trace: 'a'.repeat(64),
  reference: 'DON-7',
  amount: 1500,
  openedAt: 1_700_000_000,
  shopEmail: 'new@shop.example',
  email: 'buyer@example.com',
};

describe('the transaction token', () => {
  it('has the value of the published formula', () => {
    expect(
      transactionToken(
        { ...settings, secret: 'EXAMPLESECRET0123456789ABCDEFGHI' },
        { unixSeconds: 1_700_000_000, amountCents: '150000', email: 'buyer@example.com' },
      ),
    ).toBe('1700000000:d0c7cc27fd0d130aa68ffcc741821af3fddbcdc873d548b2b788b3cf0a7983f7');
  });
});

describe('the form for the bank', () => {
  it('has every field that the bank asks for', () => {
    const back = (page: string) => `https://shop.example/payment/${page}?order=${transaction.orderId}`;
    expect(buildPaymentForm({ ...settings, secret: null }, transaction, 'https://shop.example')).toEqual({
      action: 'https://bank.example/Lite/Authorise.aspx',
      method: 'POST',
      fields: {
        Lite_Version: '4.0',
        Lite_Merchant_ApplicationId: '{00000000-0000-0000-0000-0000000000AB}',
        Lite_Merchant_Trace: transaction.trace,
        Lite_Order_Amount: '150000',
        Lite_Currency_AlphaCode: 'KES',
        Lite_Authorisation: 'False',
        Lite_Order_LineItems_Product_1: 'Purchase',
        Lite_Order_LineItems_Quantity_1: '1',
        Lite_Order_LineItems_Amount_1: '150000',
        Lite_ConsumerOrderID_PreFix: 'DONATION',
        Ecom_ConsumerOrderID: 'DON-7',
        MerchantReference: 'DON-7',
        Ecom_BillTo_Online_Email: 'buyer@example.com',
        Ecom_Payment_Card_Protocols: 'iVeri',
        Ecom_TransactionComplete: 'False',
        Lite_Website_Successful_Url: back('success'),
        Lite_Website_Fail_Url: back('failed'),
        Lite_Website_TryLater_Url: back('try-later'),
        Lite_Website_Error_Url: back('error'),
      },
    });
  });

  it('covers what is posted: id in capitals and braces, amount in cents', () => {
    const { action, fields } = buildPaymentForm(settings, transaction, 'https://shop.example');
    expect(action).toBe('https://bank.example/Lite/Authorise.aspx');
    expect(fields.Lite_Merchant_ApplicationId).toBe('{00000000-0000-0000-0000-0000000000AB}');
    expect(fields.Lite_Transaction_Token).toBe(
      transactionToken(
        { ...settings, secret: 'EXAMPLESECRET0123456789ABCDEFGHI' },
        { unixSeconds: transaction.openedAt, amountCents: '150000', email: 'buyer@example.com' },
      ),
    );
  });

  it('has the e-mail whole, or the shop’s where it is longer than the bank takes', () => {
    const formFor = (email: string) =>
      buildPaymentForm(settings, { ...transaction, email }, 'https://shop.example').fields;
    const longest = `${'x'.repeat(30)}@gmail.com`;
    expect(longest).toHaveLength(40);
    expect(formFor(longest).Ecom_BillTo_Online_Email).toBe(longest);
    const fields = formFor(`x${longest}`);
    expect(fields.Ecom_BillTo_Online_Email).toBe(transaction.shopEmail);
    expect(fields.Lite_Transaction_Token).toBe(
      transactionToken(
        { ...settings, secret: 'EXAMPLESECRET0123456789ABCDEFGHI' },
        { unixSeconds: transaction.openedAt, amountCents: '150000', email: transaction.shopEmail },
      ),
    );
  });

  it('names the shop where the payer may not know the buyer’s e-mail', () => {
    const { fields } = buildPaymentForm(settings, { ...transaction, email: null }, 'https://shop.example');
    expect(fields.Ecom_BillTo_Online_Email).toBe(transaction.shopEmail);
    const posted = {
      unixSeconds: transaction.openedAt,
      amountCents: '150000',
      email: transaction.shopEmail,
    };
    const secret = 'EXAMPLESECRET0123456789ABCDEFGHI';
    expect(fields.Lite_Transaction_Token).toBe(transactionToken({ ...settings, secret }, posted));
  });

  it('has no token while the bank has not switched it on', () => {
    const { fields } = buildPaymentForm({ ...settings, secret: null }, transaction, 'https://shop.example');
    expect(fields).not.toHaveProperty('Lite_Transaction_Token');
  });

  it('stays within the lengths that the bank takes', () => {
    const { fields } = buildPaymentForm(
      settings,
      { ...transaction, amount: 99_999_999 },
      `https://${'s'.repeat(60)}.example`,
    );
    expect(fields.Lite_Order_Amount?.length).toBeLessThanOrEqual(10);
    expect(fields.Lite_Merchant_Trace?.length).toBeLessThanOrEqual(64);
    expect(fields.Ecom_ConsumerOrderID?.length).toBeLessThanOrEqual(20);
    for (const [name, value] of Object.entries(fields))
      if (name.endsWith('_Url')) expect(value.length).toBeLessThanOrEqual(255);
  });
});

describe('the bank’s answer to a status query', () => {
  const page = (inputs: string) => `<!doctype html><html><body><form>${inputs}</form></body></html>`;
  const blank = page('<input name="Lite_Payment_Card_Status" value="">');
  const empty = parseStatusAnswer(blank);

  it('is read whatever the case, the order of attributes and the entities', () => {
    const answer = parseStatusAnswer(
      page(`<input type="hidden" name="__VIEWSTATE" value="x"/>
        <INPUT VALUE='0' TYPE=hidden NAME=lite_PAYMENT_card_status>
        <input value="Approved &amp; done" name="Lite_Result_Description">
        <input name="Lite_Order_Amount" value="150000">
        <input name="Ecom_Payment_Card_Number" value="4242424242424242">
        <input name="Ecom_Payment_Card_ExpDate_Year" value="2031">`),
    );
    expect(answer).toEqual({
      ...empty,
      status: '0',
      description: 'Approved & done',
      amountCents: '150000',
      cardNumber: '4242........4242',
    });
    expect(JSON.stringify(answer)).not.toMatch(/2031|VIEWSTATE|424242424242/);
  });

  it('with a blank status means no transaction', () => {
    expect(empty).toMatchObject({ status: null, trace: null });
  });

  it('is stored unchanged: a zero with a space is not an approval, and only spaces are missing', () => {
    const answer = parseStatusAnswer(
      page(`<input name="Lite_Payment_Card_Status" value="0 "><input name="Lite_Order_Amount" value=" 150000">
        <input name="Lite_TransactionIndex" value="  ">`),
    );
    expect(answer).toEqual({ ...empty, status: '0 ', amountCents: ' 150000' });
  });

  it('with a NUL can be stored, and is no approval', () => {
    const answer = parseStatusAnswer(page('<input name="Lite_Payment_Card_Status" value="0\0">'));
    expect(answer).toEqual({ ...empty, status: '0\ufffd' });
  });

  it('with repeated equal inputs is one answer; inputs without a name are ignored', () => {
    const twice = page(
      `<input name="Lite_Payment_Card_Status" value="0"><input name="LITE_PAYMENT_CARD_STATUS" value="0">
       <select name="Lite_Order_Amount" value="1"></select><input value="7"><input name="MerchantReference">`,
    );
    expect(parseStatusAnswer(twice)).toEqual({ ...empty, status: '0' });
  });

  it('with contradictory inputs is not an answer', () => {
    const twice = page(
      '<input name="Lite_Payment_Card_Status" value="4"><input name="LITE_PAYMENT_CARD_STATUS" value="0">',
    );
    expect(parseStatusAnswer(twice)).toBeNull();
  });

  it.each([
    '',
    'Server Error',
    '{"status":"0"}',
    '<input name=',
    page('<input name="Lite_Merchant_Trace" value="x">'),
    '<!-- <input name="Lite_Payment_Card_Status" value="0"> -->',
    "<script>\"<input name='Lite_Payment_Card_Status' value='0'>\"</script>",
  ])('that is not such a form is not an answer: %s', (html) => {
    expect(parseStatusAnswer(html)).toBeNull();
  });
});

describe('the settings', () => {
  it('name what is missing or wrong', () => {
    expect(() => gatewaySettings(new Map())).toThrow('CARD_GATEWAY_URL');
    expect(() =>
      gatewaySettings(
        new Map([
          ['CARD_GATEWAY_URL', 'https://bank.example'],
          ['CARD_GATEWAY_APPLICATION_ID', 'merchant-1'],
        ]),
      ),
    ).toThrow('CARD_GATEWAY_APPLICATION_ID must be a GUID');
  });
});
