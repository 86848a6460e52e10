import type postgres from 'postgres';
import { expect, it } from 'vitest';
import { databaseFindings } from '../../../local/doctor/database-findings.ts';
import { newPerson, newProduct, newSid, place } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { rolledBack } from '../rolled-back.ts';
import { makeShopWell } from '../well-shop.ts';

const sql = openTestDatabase();

/** What is found after some change, which is undone. Both jobs have just run, and nothing is overdue from before. */
async function findingsAfter(
  change: (t: postgres.TransactionSql) => Promise<unknown>,
  isHosted = false,
): Promise<string[]> {
  return rolledBack(sql, async (t) => {
    await makeShopWell(t);
    await change(t);
    return databaseFindings((text) => t.unsafe(text), isHosted);
  });
}

it('a shop on one machine is well', async () => {
  await newPerson(sql, 'Owner', 'admin');
  expect(await findingsAfter(() => Promise.resolve())).toEqual([]);
});

it('a job that is silent', async () => {
  expect(
    await findingsAfter(
      (t) => t`update private.heartbeats set at = now() - interval '12 minutes' where job = 'reconcile'`,
    ),
  ).toEqual([
    'reconcile ran last 12 minutes ago. Read the log of that function, and docs/deploy.md, The minute job.',
  ]);
});

it('a payment that nobody asks about', async () => {
  const product = await newProduct(sql);
  const { transaction } = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], {
    sid: newSid(),
  });
  expect(
    await findingsAfter(
      (t) =>
        t`update public.transactions set next_ask_at = now() - interval '20 minutes' where trace = ${transaction.trace}`,
    ),
  ).toEqual([
    '1 payment has been without an answer of the bank for 15 minutes or longer. Ask the bank whether it has trouble. Tell whoever looks after the system.',
  ]);
});

it('a paybill of which nothing proves what is paid to it', async () => {
  expect(
    await findingsAfter(async (t) => {
      await t`update private.paybill_payments set told_at = now() - interval '15 days' where evidence = 'statement'`;
      await t`delete from private.paybill_payments where transaction_id is null`;
      await t`update private.shop_details set paybill = '522533'`;
      await t`update private.heartbeats set at = now() - interval '2 hours' where job = 'mpesa-list'`;
    }),
  ).toEqual([
    'Nothing proves payments to the paybill: announced payments wait for a statement or a person, now 0. Ask Safaricom, and read docs/deploy.md, M-Pesa.',
  ]);
});

it('a rule that is broken', async () => {
  const [finding, ...others] = await findingsAfter(
    (t) =>
      t`update private.invariant_check set broken = 1, rows = '[{"broken": "paid without money", "subject": "an order"}]'`,
  );
  expect(others).toEqual([]);
  expect(finding).toMatch(
    /^1 problem with money or stock, the first: paid without money \(an order\)\. Ship nothing/,
  );
});

it('migrations that were not applied come before all else', async () => {
  expect(
    await findingsAfter(
      (t) => t`delete from supabase_migrations.schema_migrations where version = '20261121063000'`,
    ),
  ).toEqual(['1 migrations are missing, the first 20261121063000_health_and_schedule.sql: npm run deploy.']);
});

it('on a hosted project also a scheduler that is off, and admins without a second factor', async () => {
  expect(
    await findingsAfter((t) => t`update private.settings set second_factor_required = false`, true),
  ).toEqual([
    'No job is scheduled: switch the extension pg_cron on. See docs/deploy.md, The minute job.',
    'Admins sign in without a second factor: update private.settings set second_factor_required = true.',
  ]);
});
