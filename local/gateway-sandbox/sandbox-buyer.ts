import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';
import { onTestFinished } from 'vitest';
import { createGatewaySandbox, type GatewaySandboxOptions } from './gateway-sandbox.ts';

/** What the sandbox's own tests are made of: a merchant's form and a buyer without a browser. */
export const applicationId = '{00000000-0000-0000-0000-0000000000AB}';

export function newSandbox(options: Partial<GatewaySandboxOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return createGatewaySandbox({
    applicationId,
    sharedSecret: null,
    ledgerFile: join(folder, 'ledger.jsonl'),
    clock: () => new Date('2026-03-04T09:05:06Z'),
    random: () => 0,
    ...options,
  });
}

export type Sandbox = ReturnType<typeof newSandbox>;

export function goodForm(changes: Record<string, string> = {}): Record<string, string> {
  return {
    Lite_Merchant_ApplicationId: applicationId,
    Lite_Order_Amount: '150000',
    Lite_Website_Successful_Url: 'http://127.0.0.1:8888/payment/success?order=1',
    Lite_Website_Fail_Url: 'http://127.0.0.1:8888/payment/failed',
    Lite_Website_TryLater_Url: 'http://127.0.0.1:8888/payment/try-later',
    Lite_Website_Error_Url: 'http://127.0.0.1:8888/payment/error',
    Lite_Order_LineItems_Product_1: 'Purchase',
    Lite_Order_LineItems_Quantity_1: '1',
    Lite_Order_LineItems_Amount_1: '150000',
    Lite_ConsumerOrderID_PreFix: 'DONATION',
    Ecom_ConsumerOrderID: 'DON-123456',
    Ecom_BillTo_Online_Email: 'buyer@example.com',
    Ecom_Payment_Card_Protocols: 'iVeri',
    Ecom_TransactionComplete: 'False',
    Lite_Merchant_Trace: 'trace-1',
    Lite_Currency_AlphaCode: 'KES',
    Lite_Authorisation: 'False',
    Lite_Version: '4.0',
    MerchantReference: 'DON-123456',
    ...changes,
  };
}

export const goodCard = { CardName: 'A Buyer', CardExpiry: '08/29', CardSecurityCode: '123', Action: 'Pay' };

export async function post(sandbox: Sandbox, path: string, fields: Record<string, string>) {
  const response = await sandbox.app.request(path, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: response.status, ...readForms(await response.text()) };
}

export async function payWith(sandbox: Sandbox, card: string, changes: Record<string, string> = {}) {
  const form = goodForm(changes);
  await post(sandbox, '/Lite/Authorise.aspx', form);
  return post(sandbox, '/Lite/Card', {
    Trace: form.Lite_Merchant_Trace ?? '',
    CardNumber: card,
    ...goodCard,
  });
}

export async function queryStatus(sandbox: Sandbox, trace: string, id = applicationId) {
  const fields = { Lite_Merchant_ApplicationId: id, Lite_Merchant_Trace: trace };
  return (await post(sandbox, '/Lite/AuthoriseInfo.aspx', fields)).fields;
}

/** The first form's action and every input of the page, as a browser would read them. */
function readForms(page: string) {
  let action: string | null = null;
  const fields: Record<string, string> = {};
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (tag === 'form') action ??= attributes.action ?? '';
      if (tag === 'input') fields[attributes.name ?? ''] = attributes.value ?? '';
    },
  });
  parser.end(page);
  return { page, action: action as string | null, fields };
}
