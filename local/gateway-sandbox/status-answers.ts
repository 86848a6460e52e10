import type { Context } from 'hono';
import { authoriseInfoPage } from './authorise-info-page.ts';
import { answerPage } from './bank-answer.ts';
import type { CardProcessor } from './card-processor.ts';
import type { GatewayBehaviour } from './gateway-behaviour.ts';
import type { Transaction } from './gateway-ledger.ts';
import type { FaultSettings } from './fault-settings.ts';

/** Milliseconds that a line stays open on which the gateway never speaks; longer than any client waits. */
const silence = 60_000;

/** Answers the status query about a trace, well or badly, as the fault settings say. `known` is null for a stranger's id. */
export function statusAnswers(gateway: {
  faultSettings: FaultSettings;
  processor: CardProcessor;
  wait(milliseconds: number): Promise<void>;
}) {
  const { faultSettings, processor, wait } = gateway;
  /** What is true when the question comes: that is answered, however late. */
  const answeredOf = (transaction: Transaction, asksBefore: number): Transaction => {
    const now = processor.noteAsk(transaction, asksBefore);
    return {
      ...now,
      amountInCents: now.chargedInCents ?? now.amountInCents,
      transactionIndex: (asksBefore > 0 && now.secondTransactionIndex) || now.transactionIndex,
    };
  };
  const asks = countByTrace();
  /** Since the card was sent: what the bank had to say before is nothing. */
  const asksOfResult = countByTrace();

  return async (
    context: Context,
    asked: { applicationId: string; trace: string; known: Transaction | null },
  ): Promise<Response> => {
    const { applicationId, trace, known } = asked;
    const asksBefore = asks(trace);
    const transaction = known?.state === 'waiting' ? null : known;
    const truth = transaction && answeredOf(transaction, asksOfResult(trace));

    const behaviour = faultSettings.behaviourOf(known ?? { trace, reference: '' });
    const isWell = behaviour.queryFaultAsks > 0 && asksBefore >= behaviour.queryFaultAsks;
    if (!isWell) await wait(behaviour.queryDelayedMs);

    const answerFor = (transaction: Transaction | null, over: { trace?: string } = {}) =>
      answerPage(context, 200, () =>
        authoriseInfoPage({
          applicationId,
          trace: over.trace ?? trace,
          transaction,
          expiry: transaction === null ? null : processor.expiryOf(trace),
        }),
      );
    const lies: Record<GatewayBehaviour['queryAnswer'], () => Response | Promise<Response>> = {
      right: () => answerFor(truth),
      error500: () => context.text('Internal Server Error', 500),
      garbage: () => context.html(garbage),
      blankStatus: () => answerFor(truth && { ...truth, status: null }),
      never: async () => {
        await wait(silence);
        return cutLine();
      },
      wrongAmount: () => answerFor(truth && { ...truth, amountInCents: truth.amountInCents + 100 }),
      wrongReference: () => answerFor(truth && { ...truth, reference: 'DON-0000000' }),
      wrongTrace: () =>
        answerFor(truth, { trace: trace.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }),
    };
    return lies[isWell ? 'right' : behaviour.queryAnswer]();
  };
}

/** Counts up; gives the number before. */
function countByTrace(): (trace: string) => number {
  const counts = new Map<string, number>();
  return (trace) => {
    const before = counts.get(trace) ?? 0;
    counts.set(trace, before + 1);
    return before;
  };
}

/** An answer that breaks off without an end. The server prints the error: one line, for nothing is wrong. */
function cutLine(): Response {
  const cut = new Error('The line was cut.');
  cut.stack = 'Card gateway sandbox: a line was cut, as the fault settings say.';
  return new Response(new ReadableStream({ start: (line) => line.error(cut) }));
}

/** A page that says both things, in pieces, and never ends. */
const garbage = `<html><head><title>AuthoriseInfo</title><body bgcolor=white><table><tr><td>
<!-- <input name="Lite_Payment_Card_Status" value="0"> --><form><input name=Lite_Payment_Card_Status value=0>
<input name="LITE_PAYMENT_CARD_STATUS" value="4"><p>Server was unable to process request. ---&gt; Object reference
not set to an instance of an object.<input name="Lite_Merchant_Trace" value='`;
