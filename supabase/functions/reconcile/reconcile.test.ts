import { expect, it, vi } from 'vitest';
import type { PaymentDecision, Question } from '../_shared/supabase/sql-replies.ts';
import { createReconcile } from './reconcile.ts';

const decided = (transactionStatus: string) => ({ transactionStatus }) as PaymentDecision;

/** The function with so many transactions due; `decide` says what the bank knows about each. */
function reconcileWith({
  due = 0,
  givenUp = 0,
  match = () => Promise.resolve(0),
  decide = () => Promise.resolve(decided('completed')),
}: {
  due?: number;
  givenUp?: number;
  match?: () => Promise<number>;
  decide?: (question: Question) => Promise<PaymentDecision>;
} = {}) {
  const traces = Array.from({ length: due }, (_, i) => ({ trace: `trace ${i}`, checkoutId: null }));
  const log = vi.fn();
  const claimTransactions = vi.fn((limit: number) => Promise.resolve(traces.splice(0, limit)));
  const decidePayment = vi.fn(decide);
  const recordHeartbeat = vi.fn(() => Promise.resolve());
  const purgeExpired = vi.fn(() => Promise.resolve(0));
  const handle = createReconcile({
    reconcileKey: 'the key',
    claimTransactions,
    decidePayment,
    giveUpTransactions: () => Promise.resolve(givenUp),
    listPayments: () => Promise.resolve(0),
    matchOpenLines: match,
    giveOutPieces: () => Promise.resolve(0),
    purgeExpired,
    recordHeartbeat,
    log,
  });
  const call = async (key: string | null = 'the key', method = 'POST') => {
    const headers = key === null ? undefined : { 'x-reconcile-key': key };
    const response = await handle(new Request('http://127.0.0.1/reconcile', { method, headers }));
    return { status: response.status, allow: response.headers.get('allow'), body: await response.json() };
  };
  return { call, claimTransactions, decidePayment, purgeExpired, recordHeartbeat, log };
}

/** What was logged besides the line about the request, without its id. */
function eventsOf(log: ReturnType<typeof vi.fn>): object[] {
  const entries = log.mock.calls.map(([entry]) => entry as { event: string; requestId: string });
  expect(entries.at(-1)?.event).toBe('request');
  return entries.slice(0, -1).map(({ requestId, ...entry }) => {
    expect(requestId).toBe(entries.at(-1)?.requestId);
    return entry;
  });
}

it('queries everything that is due, batch after batch', async () => {
  const { call, claimTransactions, decidePayment, log } = reconcileWith({ due: 25 });
  const summary = { asked: 25, decided: 25, failed: 0, givenUp: 0, listed: 0, matched: 0 };
  expect(await call()).toMatchObject({ status: 200, body: summary });
  expect(claimTransactions.mock.calls).toEqual([[10], [10], [10]]);
  expect(new Set(decidePayment.mock.calls.map(([question]) => question.trace)).size).toBe(25);
  expect(eventsOf(log)).toEqual([{ level: 'info', event: 'reconciled', ...summary }]);
});

it('a batch that is not full is the last one', async () => {
  const { call, claimTransactions } = reconcileWith({ due: 9 });
  await call();
  expect(claimTransactions).toHaveBeenCalledTimes(1);
});

it('claims no more when its time is over', async () => {
  const now = vi
    .spyOn(Date, 'now')
    // When the request came, and when the work began.
    .mockReturnValueOnce(0)
    .mockReturnValueOnce(0)
    .mockReturnValueOnce(99_999)
    .mockReturnValue(100_000);
  const { call, claimTransactions } = reconcileWith({ due: 100 });
  await call();
  expect(claimTransactions).toHaveBeenCalledTimes(2);
  expect(now).toHaveBeenCalled();
});

it('queries the bank about six at a time', async () => {
  let running = 0;
  let peak = 0;
  const { call } = reconcileWith({
    due: 10,
    decide: async () => {
      peak = Math.max(peak, ++running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
      return decided('completed');
    },
  });
  await call();
  expect(peak).toBe(6);
});

it('a failure of one transaction does not stop the others', async () => {
  const { call, log } = reconcileWith({
    due: 8,
    decide: ({ trace }) =>
      trace === 'trace 0' ? Promise.reject(new Error('lock')) : Promise.resolve(decided('failed')),
  });
  expect((await call()).body).toEqual({ asked: 8, decided: 7, failed: 1, givenUp: 0, listed: 0, matched: 0 });
  expect(eventsOf(log)[0]).toEqual({ level: 'error', event: 'reconcile_failed', message: 'Error: lock' });
});

it.each(['pending', 'expired'])('a transaction that stays %s is not decided', async (status) => {
  const { call } = reconcileWith({ due: 3, decide: () => Promise.resolve(decided(status)) });
  expect((await call()).body).toEqual({ asked: 3, decided: 0, failed: 0, givenUp: 0, listed: 0, matched: 0 });
});

it('with nothing to do it logs nothing, but records that it ran', async () => {
  const { call, log, purgeExpired, recordHeartbeat } = reconcileWith();
  expect(await call()).toMatchObject({ status: 200, body: { asked: 0, decided: 0, failed: 0, givenUp: 0 } });
  expect(purgeExpired).toHaveBeenCalledOnce();
  expect(recordHeartbeat).toHaveBeenCalledOnce();
  expect(eventsOf(log)).toEqual([]);
});

it('a failure of matching the bank’s lines does not stop the rest; the job counts as one that does not run', async () => {
  const { call, log, purgeExpired, recordHeartbeat } = reconcileWith({
    match: () => Promise.reject(new Error('busy')),
  });
  expect((await call()).status).toBe(200);
  expect(purgeExpired).toHaveBeenCalled();
  expect(recordHeartbeat).not.toHaveBeenCalled();
  expect(eventsOf(log)).toEqual([{ level: 'error', event: 'match_failed', message: 'Error: busy' }]);
});

it.each([{ givenUp: 1 }, { matched: 1 }])('a run that did only %o is logged too', async (done) => {
  const { call, log } = reconcileWith({ ...done, match: () => Promise.resolve(done.matched ?? 0) });
  expect((await call()).body).toMatchObject(done);
  expect(eventsOf(log)).toHaveLength(1);
});

it.each(['', 'another key', null])('the key %j is refused', async (key) => {
  const { call, claimTransactions } = reconcileWith({ due: 1 });
  expect(await call(key)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect(claimTransactions).not.toHaveBeenCalled();
});

it('takes a POST only', async () => {
  const { call, claimTransactions } = reconcileWith({ due: 1 });
  expect(await call('the key', 'PUT')).toMatchObject({ status: 405, allow: 'POST' });
  expect(claimTransactions).not.toHaveBeenCalled();
});
