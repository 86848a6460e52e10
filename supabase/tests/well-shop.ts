import type { Transaction } from './shop-cast.ts';

/** In a transaction that is rolled back: nothing of what other tests left is overdue, and both jobs have just run. */
export async function makeShopWell(t: Transaction): Promise<void> {
  await t`insert into private.heartbeats (job, at) values ('reconcile', now()), ('send-messages', now())
    on conflict (job) do update set at = excluded.at`;
  await t`
    update public.transactions set answered_at = now(), next_ask_at = case when next_ask_at is not null then now() end
    where status = 'pending' or next_ask_at is not null`;
  await t`update public.transactions set created_at = created_at - interval '1 day' where bank_status = 'no answer'`;
  // Requests of M-Pesa that nobody answered, and the list that proves what came.
  await t`update public.transactions set created_at = created_at - interval '1 day' where phone is not null`;
  await t`delete from private.heartbeats where job = 'mpesa-list'`;
  await t`update private.messages set next_attempt_at = now() where next_attempt_at is not null`;
  await t`update private.messages set finished_at = now() - interval '2 days' where state in ('failed', 'unknown')`;
  await t`update public.owner_tasks set created_at = now()`;
  await t`delete from private.unissued_papers where true`;
  await t`update private.invariant_check set at = now(), broken = 0, rows = '[]'`;
}
