import { describe, expect, it } from 'vitest';
import { approved, available, bankDecides } from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { paymentScene } from '../payment-scene.ts';

const sql = openTestDatabase();
const { newOrder, refuse } = paymentScene(sql, 3);
checkRulesAfterEach(sql);

describe('the state machines', () => {
  const orderStatuses = ['pending', 'paid', 'completed', 'failed', 'cancelled'];
  const allowed = [
    'pending>paid',
    'pending>failed',
    'pending>cancelled',
    'failed>pending',
    'failed>paid',
    'failed>cancelled',
    'paid>completed',
    'paid>cancelled',
    'paid>pending',
    // All of it left unpaid, and did not after all.
    'pending>completed',
    'failed>completed',
    'completed>pending',
    'completed>cancelled',
    'completed>paid',
  ];

  it('allow an order these fourteen ways and no other, whoever asks', async () => {
    // Paid: nothing that money is owed for is completed.
    const { placed } = await newOrder();
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    const seen: string[] = [];
    for (const from of orderStatuses) {
      for (const to of orderStatuses.filter((status) => status !== from)) {
        const ok = await sql
          .begin(async (t) => {
            // As the owner of the database, past every right: the rule stands all the same.
            await t`set local session_replication_role = replica`;
            await t`update public.orders set status = ${from} where id = ${placed.order.id}`;
            await t`set local session_replication_role = origin`;
            await t`update public.orders set status = ${to} where id = ${placed.order.id}`;
            throw new Error('roll back');
          })
          .catch((error: { message: string }) => error.message === 'roll back');
        if (ok) seen.push(`${from}>${to}`);
      }
    }
    expect(seen.sort()).toEqual([...allowed].sort());
  });

  it('refuse an order created as paid, and a transaction created as completed', async () => {
    await expect(
      sql`insert into public.orders (customer_name, customer_email, customer_phone, customer_address, total_amount, status)
        values ('Ada', 'ada@example.com', '+254712345678', 'Kisumu', 1, 'paid')`,
    ).rejects.toMatchObject({ code: 'PT409' });
    const { placed } = await newOrder();
    await expect(
      sql`insert into public.transactions (order_id, amount, trace, reference, status, decided_at, transaction_id)
        values (${placed.order.id}, 1, ${'d'.repeat(64)}, 'DON-1', 'completed', now(), 'x')`,
    ).rejects.toMatchObject({ code: 'PT409' });
  });

  it('let a payment out of completed and review only when a person says so', async () => {
    const out = await sql`select name from private.status_transitions
      where subject = 'transaction' and from_status in ('completed', 'review') order by name`;
    expect(out.map(({ name }) => name as string)).toEqual(['accept', 'return', 'reverse']);
  });
});

describe('the ledgers', () => {
  it('take no change and no deletion, whoever asks', async () => {
    const { placed } = await newOrder();
    await refuse(placed);
    for (const statement of [
      sql`update private.gateway_answers set verdict = 'approved'`,
      sql`delete from private.gateway_answers`,
      sql`truncate private.gateway_answers`,
      sql`update private.stock_movements set change = 1`,
      sql`delete from private.stock_movements`,
    ]) {
      await expect(statement).rejects.toMatchObject({ code: '23001' });
    }
  });

  it('keep every answer of the bank, also that it gave none', async () => {
    const { placed } = await newOrder();
    await bankDecides(sql, placed.transaction.trace, null);
    await bankDecides(sql, placed.transaction.trace, { status: '1', trace: placed.transaction.trace });
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    const rows = await sql<{ verdict: string }[]>`
      select a.verdict from private.gateway_answers a join public.transactions t on t.id = a.transaction_id
      where t.trace = ${placed.transaction.trace} order by a.id`;
    expect(rows.map((row) => row.verdict)).toEqual(['undecided', 'undecided', 'approved']);
  });

  it('count the bank’s equal answer when the decision is checked, whoever asked first', async () => {
    const { placed } = await newOrder();
    const answer = approved(placed);
    for (const askedBy of ['return', 'reconcile', 'reconcile', 'owner'] as const)
      await bankDecides(sql, placed.transaction.trace, answer, askedBy);
    const rows = await sql<{ asked_by: string; times: number }[]>`
      select a.asked_by, a.times from private.gateway_answers a join public.transactions t on t.id = a.transaction_id
      where t.trace = ${placed.transaction.trace} order by a.id`;
    expect(rows).toEqual([
      { asked_by: 'return', times: 3 },
      { asked_by: 'owner', times: 1 },
    ]);
  });

  it('a shelf is not corrected below what buyers hold', async () => {
    const { product } = await newOrder({ stock: 3, quantity: 2 });
    await expect(sql`update public.products set stock = 1 where id = ${product.id}`).rejects.toMatchObject({
      message: 'stock_is_held',
    });
    await sql`update public.products set stock = 2 where id = ${product.id}`;
    expect(await available(sql, product.id)).toBe(0);
  });
});
