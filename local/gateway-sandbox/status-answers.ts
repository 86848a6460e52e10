import type { Context } from 'hono';
import { authoriseInfoPage } from './authorise-info-page.ts';
import { answerPage } from './bank-answer.ts';
import type { CardProcessor } from './card-processor.ts';
import type { GatewayBehaviour } from './gateway-behaviour.ts';
import type { Transaction } from './gateway-ledger.ts';
import type { FaultSettings } from './fault-settings.ts';

/** How long a connection stays open without a reply; longer than any client waits. */
const silenceMs = 60_000;

/** Answers the status query about a trace according to the fault settings. `known` is null for an unknown merchant's id. */
export function statusAnswers(gateway: {
  faultSettings: FaultSettings;
  processor: CardProcessor;
  wait(milliseconds: number): Promise<void>;
}) {
  const { faultSettings, processor, wait } = gateway;
  /** The state when the query arrives, which is answered even if the reply is delayed. */
  const resultOf = (transaction: Transaction, earlierQueries: number): Transaction => {
    const now = processor.recordQuery(transaction, earlierQueries);
    return {
      ...now,
      amountInCents: now.chargedInCents ?? now.amountInCents,
      transactionIndex: (earlierQueries > 0 && now.secondTransactionIndex) || now.transactionIndex,
    };
  };
  const countQueries = countByTrace();
  /** Counts only queries after the card was sent. */
  const queriesAfterCard = countByTrace();

  return async (
    context: Context,
    query: { applicationId: string; trace: string; known: Transaction | null },
  ): Promise<Response> => {
    const { applicationId, trace, known } = query;
    const earlierQueries = countQueries(trace);
    const transaction = known?.state === 'waiting' ? null : known;
    const truth = transaction && resultOf(transaction, queriesAfterCard(trace));

    const behaviour = faultSettings.behaviourOf(known ?? { trace, reference: '' });
    const isNormal = behaviour.queryFaultAsks > 0 && earlierQueries >= behaviour.queryFaultAsks;
    if (!isNormal) await wait(behaviour.queryDelayedMs);

    const answerFor = (transaction: Transaction | null, over: { trace?: string } = {}) =>
      answerPage(context, 200, () =>
        authoriseInfoPage({
          applicationId,
          trace: over.trace ?? trace,
          transaction,
          expiry: transaction === null ? null : processor.expiryOf(trace),
        }),
      );
    const answersByKind: Record<GatewayBehaviour['queryAnswer'], () => Response | Promise<Response>> = {
      right: () => answerFor(truth),
      error500: () => context.text('Internal Server Error', 500),
      garbage: () => context.html(garbage),
      blankStatus: () => answerFor(truth && { ...truth, status: null }),
      never: async () => {
        await wait(silenceMs);
        return brokenResponse();
      },
      wrongAmount: () => answerFor(truth && { ...truth, amountInCents: truth.amountInCents + 100 }),
      wrongReference: () => answerFor(truth && { ...truth, reference: 'DON-0000000' }),
      wrongTrace: () =>
        answerFor(truth, { trace: trace.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }),
    };
    return answersByKind[isNormal ? 'right' : behaviour.queryAnswer]();
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

/** A response that is interrupted. The server logs the error, so its stack is a single line. */
function brokenResponse(): Response {
  const cut = new Error('The connection was closed.');
  cut.stack = 'Card gateway sandbox: a connection was closed, as configured in the fault settings.';
  return new Response(new ReadableStream({ start: (line) => line.error(cut) }));
}

/** A malformed page with contradictory values. */
const garbage = `<html><head><title>AuthoriseInfo</title><body bgcolor=white><table><tr><td>
<!-- <input name="Lite_Payment_Card_Status" value="0"> --><form><input name=Lite_Payment_Card_Status value=0>
<input name="LITE_PAYMENT_CARD_STATUS" value="4"><p>Server was unable to process request. ---&gt; Object reference
not set to an instance of an object.<input name="Lite_Merchant_Trace" value='`;
