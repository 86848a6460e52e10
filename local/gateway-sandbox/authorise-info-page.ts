import { html } from 'hono/html';
import type { Html } from './bank-layout.ts';
import type { Transaction } from './gateway-ledger.ts';
import { bankTime } from './return-page.ts';

export type CardExpiry = { month: string; year: string };

/**
 * The answer of the status query: an HTML page holding a form of hidden inputs, as the gateway's published
 * description has it. For a trace that is unknown or not finished the description says nothing: here the same
 * form answers with a blank status.
 */
export function authoriseInfoPage(answer: {
  applicationId: string;
  trace: string;
  /** Its amount is what was charged. */
  transaction: Transaction | null;
  expiry: CardExpiry | null;
}): Html {
  const { transaction, expiry } = answer;
  const fields: ReadonlyArray<readonly [string, string]> = [
    ['Lite_Merchant_ApplicationId', answer.applicationId],
    ['Lite_Merchant_Trace', answer.trace],
    ['Ecom_Payment_Card_Number', transaction?.maskedCard ?? ''],
    ['Ecom_Payment_Card_ExpDate_Month', expiry?.month ?? ''],
    ['Ecom_Payment_Card_ExpDate_Year', expiry?.year ?? ''],
    ['MerchantReference', transaction?.reference ?? ''],
    ['Lite_Order_Amount', transaction === null ? '' : String(transaction.amountInCents)],
    ['Lite_Order_BudgetPeriod', transaction === null ? '' : '0'],
    ['Lite_Order_Terminal', transaction === null ? '' : 'Default'],
    ['Lite_Order_AuthorisationCode', transaction?.authorisationCode ?? ''],
    ['Lite_BankReference', transaction?.bankReference ?? ''],
    ['Lite_TransactionDate', transaction?.finishedAt ? bankTime(transaction.finishedAt) : ''],
    ['Lite_TransactionIndex', transaction?.transactionIndex ?? ''],
    ['Lite_Payment_Card_Status', String(transaction?.status ?? '')],
    ['Lite_Result_Description', transaction?.description ?? ''],
  ];
  // As the real page does, it mixes the order of the attributes and carries an input that does not belong to the answer.
  return html`<!doctype html>
    <html>
      <head>
        <title>AuthoriseInfo</title>
      </head>
      <body>
        <form name="Form1" method="post" action="AuthoriseInfo.aspx" id="Form1">
          <input type="hidden" name="__VIEWSTATE" value="dDwtMTA3MTE3NzU0Ozs+" />
          ${fields.map(([name, value], position) =>
            position % 2 === 0
              ? html`<input name="${name}" type="hidden" id="${name}" value="${value}" /> `
              : html`<input type="hidden" value="${value}" name="${name}" /> `,
          )}
        </form>
      </body>
    </html>`;
}
