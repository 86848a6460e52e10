import type { Context } from 'hono';
import { html } from 'hono/html';
import { bankTime, type Html } from './bank-page.ts';
import type { CardProcessor } from './card-processor.ts';
import type { GatewayBehaviour, GatewayFaultSettings } from './gateway-behaviour.ts';
import type { Transaction } from './gateway-ledger.ts';
import { noAnswer } from './no-answer.ts';

type StatusQuery = { applicationId: string; trace: string };

/** Answers the status query about a trace according to the fault settings. `known` is null for an unknown merchant's id. */
export function statusAnswers(gateway: {
  faultSettings: GatewayFaultSettings;
  processor: CardProcessor;
  wait(milliseconds: number): Promise<void>;
}) {
  const { faultSettings, processor, wait } = gateway;
  const countQueries = countByTrace();
  /** Counts only queries after the card was sent. */
  const countQueriesAfterCard = countByTrace();

  /** The state when the query arrives, which is answered even if the reply is delayed. */
  const resultOf = (transaction: Transaction): Transaction => {
    const earlierQueries = countQueriesAfterCard(transaction.trace);
    const now = processor.recordQuery(transaction, earlierQueries);
    return {
      ...now,
      amountInCents: now.chargedInCents ?? now.amountInCents,
      transactionIndex: (earlierQueries > 0 && now.secondTransactionIndex) || now.transactionIndex,
    };
  };

  return async (context: Context, query: StatusQuery, known: Transaction | null): Promise<Response> => {
    const { trace } = query;
    const earlierQueries = countQueries(trace);
    const truth = known === null || known.state === 'waiting' ? null : resultOf(known);

    const behaviour = faultSettings.behaviourOf(known ?? { trace, reference: '' });
    const isNormal = behaviour.queryFaultAsks > 0 && earlierQueries >= behaviour.queryFaultAsks;
    if (!isNormal) await wait(behaviour.queryDelayedMs);

    const answer = async (changes: Partial<Transaction> = {}, shown = query) =>
      context.html(
        await statusPage(shown, truth && { ...truth, ...changes }, truth && processor.expiryOf(trace)),
      );
    const answers: Record<GatewayBehaviour['queryAnswer'], () => Response | Promise<Response>> = {
      right: () => answer(),
      error500: () => context.text('Internal Server Error', 500),
      garbage: () => context.html(garbage),
      blankStatus: () => answer({ status: null }),
      never: () => noAnswer(wait),
      wrongAmount: () => answer({ amountInCents: (truth?.amountInCents ?? 0) + 100 }),
      wrongReference: () => answer({ reference: 'DON-0000000' }),
      wrongTrace: () =>
        answer({}, { ...query, trace: trace.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }),
    };
    return answers[isNormal ? 'right' : behaviour.queryAnswer]();
  };
}

/** A counter per trace; returns the count before this call. */
function countByTrace(): (trace: string) => number {
  const counts = new Map<string, number>();
  return (trace) => {
    const before = counts.get(trace) ?? 0;
    counts.set(trace, before + 1);
    return before;
  };
}

/**
 * An HTML page holding a form of hidden inputs, as the gateway's published description has it. For a trace that is unknown
 * or not finished (`transaction` is null) the description says nothing: here the same form answers with a blank status.
 */
function statusPage(
  { applicationId, trace }: StatusQuery,
  transaction: Transaction | null,
  expiry: ReturnType<CardProcessor['expiryOf']> | null,
): Html {
  const fields: Record<string, string | number | null | undefined> = {
    Lite_Merchant_ApplicationId: applicationId,
    Lite_Merchant_Trace: trace,
    Ecom_Payment_Card_Number: transaction?.maskedCard,
    Ecom_Payment_Card_ExpDate_Month: expiry?.expiryMonth,
    Ecom_Payment_Card_ExpDate_Year: expiry?.expiryYear,
    MerchantReference: transaction?.reference,
    Lite_Order_Amount: transaction?.amountInCents,
    Lite_Order_BudgetPeriod: transaction && 0,
    Lite_Order_Terminal: transaction && 'Default',
    Lite_Order_AuthorisationCode: transaction?.authorisationCode,
    Lite_BankReference: transaction?.bankReference,
    Lite_TransactionDate: transaction?.finishedAt && bankTime(transaction.finishedAt),
    Lite_TransactionIndex: transaction?.transactionIndex,
    Lite_Payment_Card_Status: transaction?.status,
    Lite_Result_Description: transaction?.description,
  };
  // As the real page does, it mixes the order of the attributes and carries an input that does not belong to the answer.
  return html`<html>
    <body>
      <form name="Form1" method="post" action="AuthoriseInfo.aspx" id="Form1">
        <input type="hidden" name="__VIEWSTATE" value="dDwtMTA3MTE3NzU0Ozs+" />
        ${Object.entries(fields).map(([name, value], position) =>
          position % 2 === 0
            ? html`<input name="${name}" type="hidden" id="${name}" value="${value ?? ''}" /> `
            : html`<input type="hidden" value="${value ?? ''}" name="${name}" /> `,
        )}
      </form>
    </body>
  </html>`;
}

/** A malformed page with contradictory values. */
const garbage = `<html><head><title>AuthoriseInfo</title><body bgcolor=white><table><tr><td>
<!-- <input name="Lite_Payment_Card_Status" value="0"> --><form><input name=Lite_Payment_Card_Status value=0>
<input name="LITE_PAYMENT_CARD_STATUS" value="4"><p>Server was unable to process request. ---&gt; Object reference
not set to an instance of an object.<input name="Lite_Merchant_Trace" value='`;
