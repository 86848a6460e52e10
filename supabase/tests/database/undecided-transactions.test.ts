import { describe, expect, it } from 'vitest';
import { type TaskInShort, taskTitle } from '../../functions/_shared/contract/owner-task-text.ts';
import { approved, as, type Placed, bankDecides, shop } from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { paymentScene } from '../payment-scene.ts';

const sql = openTestDatabase();
const { newOrder, payAgain, refuse, numberOf, tasksOf } = paymentScene(sql, 3);
checkRulesAfterEach(sql);

const stepOf = async ({ order }: Placed) =>
  (
    await sql<
      { step: string }[]
    >`select private.may_pay(o) as step from public.orders o where o.id = ${order.id}`
  )[0]?.step;

describe('a transaction of three days', () => {
  it('ends after 72 hours with a task when the bank could not be asked in the end', async () => {
    const { placed } = await newOrder();
    await bankDecides(sql, placed.transaction.trace, null, 'reconcile');
    await sql`update public.transactions set created_at = now() - interval '73 hours', next_ask_at = null
      where trace = ${placed.transaction.trace}`;
    await as(sql, shop, (t) => t`select public.give_up_transactions()`);
    expect(await tasksOf(placed)).toEqual([
      `Ask the bank about order ${numberOf(placed)}: undecided for 72 hours`,
    ]);
  });

  it('ends after 72 hours: the order fails, and the owner gets a task when the bank knew of the payment', async () => {
    const unknown = await newOrder();
    const undecided = await newOrder();
    await bankDecides(sql, undecided.placed.transaction.trace, {
      status: '1',
      trace: undecided.placed.transaction.trace,
    });
    for (const { placed } of [unknown, undecided]) {
      await sql`update public.transactions set created_at = now() - interval '73 hours', next_ask_at = null
        where trace = ${placed.transaction.trace}`;
    }
    await as(sql, shop, (t) => t`select public.give_up_transactions()`);
    expect(await tasksOf(unknown.placed)).toEqual([]);
    expect(await tasksOf(undecided.placed)).toEqual([
      `Ask the bank about order ${numberOf(undecided.placed)}: undecided for 72 hours`,
    ]);
    expect([await stepOf(unknown.placed), await stepOf(undecided.placed)]).toEqual(['pay', 'wait']);
    const settled = await bankDecides(sql, undecided.placed.transaction.trace, approved(undecided.placed));
    expect(settled).toMatchObject({ outcome: 'success', orderStatus: 'paid' });
  });
});

describe('a transaction that nobody could decide', () => {
  const makeOld = ({ transaction }: Placed) =>
    sql`update public.transactions set created_at = now() - interval '73 hours', next_ask_at = null
      where trace = ${transaction.trace}`;
  const giveUp = () => as(sql, shop, (t) => t`select public.give_up_transactions()`);
  const openTitles = async ({ order }: Placed) =>
    (
      await sql<{ task: TaskInShort }[]>`
        select private.task_in_short(k) as task from public.owner_tasks k
        where k.order_id = ${order.id} and k.closed_at is null`
    ).map(({ task }) => taskTitle(task));

  it('is shown to the owner also when another transaction had taken its place, once', async () => {
    const { sid, placed } = await newOrder();
    await sql`update public.transactions set created_at = now() - interval '31 minutes' where trace = ${placed.transaction.trace}`;
    const again = await payAgain(sid, placed.order.id);
    await bankDecides(sql, placed.transaction.trace, { status: '1', trace: placed.transaction.trace });
    await makeOld(placed);
    for (let i = 0; i < 2; i += 1) await giveUp();
    expect(await openTitles(placed)).toEqual([
      `Ask the bank about order ${numberOf(placed)}: undecided for 72 hours`,
    ]);
    expect(await bankDecides(sql, again.transaction.trace, null)).toMatchObject({ orderStatus: 'pending' });
  });

  it('is a task again when its money comes after the owner had closed the question', async () => {
    const { product, placed } = await newOrder({ stock: 2, quantity: 2 });
    await bankDecides(sql, placed.transaction.trace, { status: '1', trace: placed.transaction.trace });
    await makeOld(placed);
    await giveUp();
    await sql`update public.owner_tasks set closed_at = now(), outcome = 'nothing_received', closing_reason = 'the bank knows nothing'
      where order_id = ${placed.order.id}`;
    await sql`update public.products set stock = 1 where id = ${product.id}`;
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    expect(await openTitles(placed)).toEqual([
      `Refund KES 2,000, order ${numberOf(placed)}: the money came when the pieces were gone`,
    ]);
  });
});

describe('the question what became of a transaction', () => {
  const asked = async () => {
    const { sid, product, placed } = await newOrder();
    await bankDecides(sql, placed.transaction.trace, { status: '1', trace: placed.transaction.trace });
    await sql`update public.transactions set created_at = now() - interval '73 hours', next_ask_at = null
      where trace = ${placed.transaction.trace}`;
    await as(sql, shop, (t) => t`select public.give_up_transactions()`);
    // It was asked days ago.
    await sql`update public.owner_tasks set created_at = now() - interval '2 days' where order_id = ${placed.order.id}`;
    return { sid, product, placed };
  };
  const taskOf = async ({ order }: Placed) =>
    (
      await sql`select kind, closed_at is not null as closed, closed_by, closing_reason,
        created_at > now() - interval '1 hour' as "isNew" from public.owner_tasks where order_id = ${order.id}
        order by created_at desc`
    )[0];

  it('closes by itself when the bank approves after all', async () => {
    const { placed } = await asked();
    expect(await bankDecides(sql, placed.transaction.trace, approved(placed))).toMatchObject({
      orderStatus: 'paid',
    });
    expect(await taskOf(placed)).toEqual({
      kind: 'undecided',
      closed: true,
      closed_by: null,
      closing_reason: 'completed',
      isNew: false,
    });
  });

  it('closes by itself when the bank refuses after all, and the buyer may pay again', async () => {
    const { sid, placed } = await asked();
    expect(await stepOf(placed)).toBe('wait');
    await refuse(placed);
    expect(await taskOf(placed)).toMatchObject({
      closed: true,
      closed_by: null,
      closing_reason: 'failed',
    });
    expect((await payAgain(sid, placed.order.id)).order.status).toBe('pending');
  });

  it('stays open as long as the bank decides nothing', async () => {
    const { placed } = await asked();
    await bankDecides(sql, placed.transaction.trace, null);
    expect(await taskOf(placed)).toMatchObject({ kind: 'undecided', closed: false });
  });

  it('keeps the reason of an owner who closed it before', async () => {
    const { placed } = await asked();
    await sql`update public.owner_tasks set closed_at = now(), outcome = 'nothing_received', closing_reason = 'called the bank'
      where order_id = ${placed.order.id}`;
    await refuse(placed);
    expect(await taskOf(placed)).toMatchObject({ closing_reason: 'called the bank' });
  });

  it.each([
    ['open', false],
    ['closed by itself', true],
  ])('while %s is closed, and money that does not fit is a new task', async (_, isRefusedFirst) => {
    const { placed } = await asked();
    if (isRefusedFirst) await refuse(placed);
    const wrong: Record<string, string> = isRefusedFirst ? {} : { amountCents: '7' };
    await bankDecides(sql, placed.transaction.trace, approved(placed, wrong));
    expect(await taskOf(placed)).toMatchObject({
      kind: isRefusedFirst ? 'money_after_refusal' : 'wrong_amount',
      closed: false,
      closing_reason: null,
      isNew: true,
    });
    expect(
      await sql`select outcome from public.owner_tasks where order_id = ${placed.order.id} and kind = 'undecided'`,
    ).toEqual([{ outcome: 'decided' }]);
  });
});
