import { html } from 'hono/html';
import type { Html } from './bank-layout.ts';
import type { Attempt } from './gateway-ledger.ts';
import { bankTime } from './return-page.ts';

/** What the answer tells of an attempt; the amount is what was charged. */
export type AnsweredAttempt = Pick<
  Attempt,
  | 'reference'
  | 'amountInCents'
  | 'maskedCard'
  | 'authorisationCode'
  | 'bankReference'
  | 'finishedAt'
  | 'transactionIndex'
  | 'status'
  | 'description'
>;

export type CardExpiry = { month: string; year: string };

/**
 * The answer of the status query: an HTML page holding a form of hidden inputs, as the gateway's published
 * description has it. For a trace that is unknown or not finished the description says nothing: here the same
 * form answers with a blank status.
 */
export function authoriseInfoPage(answer: {
  applicationId: string;
  trace: string;
  attempt: AnsweredAttempt | null;
  expiry: CardExpiry | null;
}): Html {
  const { attempt, expiry } = answer;
  const fields: ReadonlyArray<readonly [string, string]> = [
    ['Lite_Merchant_ApplicationId', answer.applicationId],
    ['Lite_Merchant_Trace', answer.trace],
    ['Ecom_Payment_Card_Number', attempt?.maskedCard ?? ''],
    ['Ecom_Payment_Card_ExpDate_Month', expiry?.month ?? ''],
    ['Ecom_Payment_Card_ExpDate_Year', expiry?.year ?? ''],
    ['MerchantReference', attempt?.reference ?? ''],
    ['Lite_Order_Amount', attempt === null ? '' : String(attempt.amountInCents)],
    ['Lite_Order_BudgetPeriod', attempt === null ? '' : '0'],
    ['Lite_Order_Terminal', attempt === null ? '' : 'Default'],
    ['Lite_Order_AuthorisationCode', attempt?.authorisationCode ?? ''],
    ['Lite_BankReference', attempt?.bankReference ?? ''],
    ['Lite_TransactionDate', attempt?.finishedAt ? bankTime(attempt.finishedAt) : ''],
    ['Lite_TransactionIndex', attempt?.transactionIndex ?? ''],
    ['Lite_Payment_Card_Status', String(attempt?.status ?? '')],
    ['Lite_Result_Description', attempt?.description ?? ''],
  ];
  // As the real page does, it mixes the order of the attributes and carries an input that is none of the answer.
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
