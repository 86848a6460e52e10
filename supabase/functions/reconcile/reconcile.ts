import { sameSecret } from '../_shared/secrets/same-secret.ts';
import type { LogEntry } from '../_shared/logging/log.ts';
import { Refusal } from '../_shared/http/refusal.ts';
import { withRequestLine } from '../_shared/logging/request-line.ts';
import type { PaymentDecision } from '../_shared/supabase/sql-replies.ts';

export type ReconcileDeps = {
  /** Opens this function and nothing else; the database's scheduler holds it. */
  reconcileKey: string;
  /** Traces that are due now, each handed to one caller. */
  claimTransactions(limit: number): Promise<string[]>;
  decidePayment(trace: string): Promise<PaymentDecision>;
  giveUpTransactions(): Promise<number>;
  /** Settles by lines of statements that wait what the bank has confirmed since; how many. */
  matchOpenLines(): Promise<number>;
  /** Deletes what nobody needs any more. */
  purgeExpired(): Promise<unknown>;
  recordHeartbeat(): Promise<void>;
  log(entry: LogEntry): void;
};

/** Transactions per batch, and concurrent queries: at worst 17 s, since a query times out after 10 s. */
const batch = 10;
const atATime = 6;
/** Milliseconds after which no further batch is claimed; the platform ends a call after 150 s. */
const timeBudget = 100_000;

/**
 * Queries the bank about every undecided transaction that is due and gives up those older than 72 hours.
 * Safe to call at any time, by anyone with the key, twice at once or not for a day: the truth does not depend on it.
 * Answers `{asked, decided, failed, givenUp, matched}`.
 */
export function createReconcile(deps: ReconcileDeps): (request: Request) => Promise<Response> {
  const askAll = async (
    traces: string[],
    summary: { decided: number; failed: number },
    log: ReconcileDeps['log'],
  ) => {
    const next = traces.values();
    const worker = async () => {
      for (const trace of next) {
        try {
          const { transactionStatus } = await deps.decidePayment(trace);
          if (transactionStatus !== 'pending' && transactionStatus !== 'expired') summary.decided += 1;
        } catch (error) {
          // A failure of one transaction must not stop the others; it is due again later.
          summary.failed += 1;
          log({ level: 'error', event: 'reconcile_failed', message: String(error) });
        }
      }
    };
    await Promise.all(Array.from({ length: atATime }, worker));
  };

  return withRequestLine(deps.log, async (request, log) => {
    if (!sameSecret(request.headers.get('x-reconcile-key') ?? '', deps.reconcileKey)) {
      throw new Refusal('forbidden');
    }
    if (request.method !== 'POST') throw new Refusal('method_not_allowed', { headers: { allow: 'POST' } });

    const summary = { asked: 0, decided: 0, failed: 0, givenUp: 0, matched: 0 };
    const startedAt = Date.now();
    let claimed: number;
    do {
      const traces = await deps.claimTransactions(batch);
      claimed = traces.length;
      summary.asked += claimed;
      await askAll(traces, summary, log);
    } while (claimed === batch && Date.now() - startedAt < timeBudget);
    summary.givenUp = await deps.giveUpTransactions();
    let isWhole = true;
    try {
      summary.matched = await deps.matchOpenLines();
    } catch (error) {
      // An import of the owner may be at work; the next run matches. If none does, the missing heartbeat raises the alarm.
      isWhole = false;
      log({ level: 'error', event: 'match_failed', message: String(error) });
    }
    await deps.purgeExpired();
    if (isWhole) await deps.recordHeartbeat();
    if (summary.asked + summary.givenUp + summary.matched > 0)
      log({ level: 'info', event: 'reconciled', ...summary });
    return Response.json(summary);
  });
}
