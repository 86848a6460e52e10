import type { LogEntry } from '../_shared/logging/log.ts';
import { scheduledJob, withEach } from '../_shared/http/scheduled-job.ts';
import type { PaymentDecision, Question } from '../_shared/supabase/sql-replies.ts';

export type ReconcileDeps = {
  reconcileKey: string;
  /** What is due to be asked about now, each handed to one caller. */
  claimTransactions(limit: number): Promise<Question[]>;
  decidePayment(question: Question): Promise<PaymentDecision>;
  /** Counts what Safaricom lists of payments to the paybill; how many are new. */
  listPayments(): Promise<number>;
  giveUpTransactions(): Promise<number>;
  /** Settles by lines of statements that wait what the bank has confirmed since; how many. */
  matchOpenLines(): Promise<number>;
  /** Gives pieces that became free to the orders that wait for them; for how many. */
  giveOutPieces(): Promise<number>;
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
 * Answers `{asked, decided, failed, givenUp, listed, matched}`.
 */
export function createReconcile(deps: ReconcileDeps): (request: Request) => Promise<Response> {
  return scheduledJob(deps.reconcileKey, deps.log, async (_, log) => {
    const summary = { asked: 0, decided: 0, failed: 0, givenUp: 0, listed: 0, matched: 0 };
    const startedAt = Date.now();
    let claimed: number;
    do {
      const questions = await deps.claimTransactions(batch);
      claimed = questions.length;
      summary.asked += claimed;
      await withEach(questions, atATime, async (question) => {
        try {
          const { transactionStatus } = await deps.decidePayment(question);
          if (transactionStatus !== 'pending' && transactionStatus !== 'expired') summary.decided += 1;
        } catch (error) {
          // A failure of one transaction must not stop the others; it is due again later.
          summary.failed += 1;
          log({ level: 'error', event: 'reconcile_failed', message: String(error) });
        }
      });
    } while (claimed === batch && Date.now() - startedAt < timeBudget);
    summary.givenUp = await deps.giveUpTransactions();
    let isWhole = true;
    /** Somebody may be at work on the same rows: the next run does it. If none does, the missing heartbeat raises the alarm. */
    const tryTo = async (work: () => Promise<number>, event: string) => {
      try {
        return await work();
      } catch (error) {
        isWhole = false;
        log({ level: 'error', event, message: String(error) });
        return 0;
      }
    };
    summary.listed = await tryTo(deps.listPayments, 'list_failed');
    summary.matched = await tryTo(deps.matchOpenLines, 'match_failed');
    await tryTo(deps.giveOutPieces, 'give_out_failed');
    await deps.purgeExpired();
    if (isWhole) await deps.recordHeartbeat();
    if (summary.asked + summary.givenUp + summary.listed + summary.matched > 0)
      log({ level: 'info', event: 'reconciled', ...summary });
    return summary;
  });
}
