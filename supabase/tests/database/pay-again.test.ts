import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  approved,
  as,
  available,
  cancelAsShop,
  endHold,
  newPerson,
  newProduct,
  newSession,
  openDatabase,
  place,
  type Placed,
  settle,
  shop,
} from '../shop-cast.ts';

const sql = openDatabase();
afterAll(() => sql.end());
afterEach(async () => {
  expect(await sql`select * from private.invariants`).toEqual([]);
});

async function newOrder({ stock = 3, quantity = 2 } = {}) {
  const sid = await newSession(sql);
  const product = await newProduct(sql, { stock });
  const placed = await place(sql, [{ productId: product.id, quantity, price: 1000 }], { sid });
  return { sid, product, placed };
}

const payAgain = (sid: string, orderId: string) =>
  as(sql, shop, async (transaction) => {
    const [row] = await transaction<{ placed: Placed }[]>`
      select public.pay_again(${sid}, ${orderId}) as placed`;
    return row?.placed as Placed;
  });

const refuse = (placed: Placed) =>
  settle(sql, placed.transaction.trace, {
    status: '4',
    trace: placed.transaction.trace,
    description: 'Denied',
  });

const stepOf = async ({ order }: Placed) =>
  (await sql<{ step: string }[]>`select private.payment_step(${order.id}) as step`)[0]?.step;

const numberOf = ({ order }: Placed) => `#IC-${order.id.slice(-8).toUpperCase()}`;

const titles = async ({ order }: Placed) =>
  (await sql<{ title: string }[]>`select title from public.owner_tasks where order_id = ${order.id}`).map(
    (row) => row.title,
  );

describe('trying again', () => {
  it('after a refusal takes up the same order with the same pieces and a new transaction', async () => {
    const { sid, product, placed } = await newOrder();
    await refuse(placed);
    expect(await available(sql, product.id)).toBe(3);
    const again = await payAgain(sid, placed.order.id);
    expect(again.order).toMatchObject({ id: placed.order.id, status: 'pending' });
    expect(again.order.items).toEqual(placed.order.items);
    expect(again.transaction.trace).not.toBe(placed.transaction.trace);
    expect(again.transaction.amount).toBe(placed.transaction.amount);
    expect(await available(sql, product.id)).toBe(1);
    expect(await settle(sql, again.transaction.trace, approved(again))).toMatchObject({
      orderStatus: 'paid',
    });
  });

  it('is refused, piece by piece, when somebody else has taken them meanwhile', async () => {
    const { sid, product, placed } = await newOrder();
    await refuse(placed);
    await place(sql, [{ productId: product.id, quantity: 2, price: 1000 }]);
    await expect(payAgain(sid, placed.order.id)).rejects.toMatchObject({
      code: 'PT409',
      message: 'out_of_stock',
      detail: expect.stringContaining('"available": 1') as string,
    });
  });

  it('goes on with the same transaction when the bank’s page was left a moment ago, so two tabs cannot pay twice', async () => {
    const { sid, placed } = await newOrder();
    const [a, b] = await Promise.all([payAgain(sid, placed.order.id), payAgain(sid, placed.order.id)]);
    expect([a.transaction.trace, b.transaction.trace]).toEqual([
      placed.transaction.trace,
      placed.transaction.trace,
    ]);
  });

  it('opens a new transaction when the old one is older than a hold, and keeps an eye on the old', async () => {
    const { sid, placed } = await newOrder();
    await sql`update public.transactions set created_at = now() - interval '31 minutes' where trace = ${placed.transaction.trace}`;
    const again = await payAgain(sid, placed.order.id);
    expect(again.transaction.trace).not.toBe(placed.transaction.trace);
    const [old] =
      await sql`select status, next_ask_at from public.transactions where trace = ${placed.transaction.trace}`;
    expect(old).toMatchObject({ status: 'expired', next_ask_at: expect.any(Date) as Date });
  });

  it.each(['1', '2', '9'])('is not offered while the bank is undecided (%s)', async (status) => {
    const { sid, placed } = await newOrder();
    await settle(sql, placed.transaction.trace, { status, trace: placed.transaction.trace });
    expect(await stepOf(placed)).toBe('wait');
    await expect(payAgain(sid, placed.order.id)).rejects.toMatchObject({ message: 'payment_undecided' });
  });

  it.each([
    ['does not answer', null],
    ['names no transaction', { status: '1', trace: null }],
    ['speaks of another transaction', { status: '1', trace: 'f'.repeat(64) }],
  ])('is not offered while the bank %s, and is once it knows of no payment', async (_, answer) => {
    const { sid, placed } = await newOrder();
    await settle(sql, placed.transaction.trace, answer);
    expect(await stepOf(placed)).toBe('wait');
    await expect(payAgain(sid, placed.order.id)).rejects.toMatchObject({ message: 'payment_undecided' });
    await settle(sql, placed.transaction.trace, { status: '', trace: placed.transaction.trace });
    expect(await stepOf(placed)).toBe('pay');
  });

  it('is not offered while the bank is undecided about a transaction that was replaced', async () => {
    const { sid, placed } = await newOrder();
    await sql`update public.transactions set created_at = now() - interval '31 minutes' where trace = ${placed.transaction.trace}`;
    await payAgain(sid, placed.order.id);
    await settle(sql, placed.transaction.trace, { status: '1', trace: placed.transaction.trace });
    expect(await stepOf(placed)).toBe('wait');
    await expect(payAgain(sid, placed.order.id)).rejects.toMatchObject({ message: 'payment_undecided' });
  });

  it('is not offered for a paid order, nor to a stranger', async () => {
    const { sid, placed } = await newOrder();
    await expect(payAgain(await newSession(sql), placed.order.id)).rejects.toMatchObject({ code: 'PT404' });
    await settle(sql, placed.transaction.trace, approved(placed));
    expect(await stepOf(placed)).toBe('none');
    await expect(payAgain(sid, placed.order.id)).rejects.toMatchObject({ message: 'order_closed' });
  });

  it('an order of an account is not paid from another account, even in the session that placed it', async () => {
    const ada = await newPerson(sql, 'Ada');
    const sid = await newSession(sql, ada.userId);
    const product = await newProduct(sql);
    const placed = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], { sid });
    const bob = await newPerson(sql, 'Bob');
    await sql`update private.sessions set sess = ${sql.json({ userId: bob.userId })} where sid = ${sid}`;
    await expect(payAgain(sid, placed.order.id)).rejects.toMatchObject({ code: 'PT404' });
  });
});

describe('money that does not fit', () => {
  it('a second charge is refunded by the owner, once, whatever is asked again', async () => {
    const { sid, placed } = await newOrder();
    await sql`update public.transactions set created_at = now() - interval '31 minutes' where trace = ${placed.transaction.trace}`;
    const again = await payAgain(sid, placed.order.id);
    await settle(sql, again.transaction.trace, approved(again));
    const late = approved(placed);
    for (let i = 0; i < 3; i += 1) await settle(sql, placed.transaction.trace, late);
    expect(await titles(placed)).toEqual([
      `Refund KES 2,000, order ${numberOf(placed)}: it was already paid`,
    ]);
  });

  it('late money for pieces that are gone', async () => {
    const { product, placed } = await newOrder({ stock: 2 });
    await endHold(sql, placed);
    await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }]);
    await settle(sql, placed.transaction.trace, approved(placed));
    expect(await titles(placed)).toEqual([
      `Refund KES 2,000, order ${numberOf(placed)}: the money came when the pieces were gone`,
    ]);
    expect(await stepOf(placed)).toBe('wait');
  });

  it('money for a cancelled order', async () => {
    const { product, placed } = await newOrder();
    await cancelAsShop(sql, placed);
    expect(await available(sql, product.id)).toBe(3);
    expect(await settle(sql, placed.transaction.trace, approved(placed))).toMatchObject({
      orderStatus: 'cancelled',
      transactionStatus: 'review',
    });
    expect(await titles(placed)).toHaveLength(1);
  });

  it('a wrong amount, to the cent', async () => {
    const { placed } = await newOrder();
    await settle(sql, placed.transaction.trace, approved(placed, { amountCents: '199950' }));
    expect(await titles(placed)).toEqual([
      `Look at order ${numberOf(placed)}: the bank approved KES 1,999.50, not the total`,
    ]);
  });
});

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
    'completed>paid',
  ];

  it('allow an order these nine ways and no other, whoever asks', async () => {
    const { placed } = await newOrder();
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

  it('refuse an order that is born paid, and a transaction that is born completed', async () => {
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

  it('let nothing out of completed, and out of review only what the owner accepts', async () => {
    const out =
      await sql`select name from private.status_transitions where subject = 'transaction' and from_status in ('completed', 'review')`;
    expect(out).toEqual([{ name: 'accept' }]);
  });
});

describe('a transaction of three days', () => {
  it('ends after 72 hours with a task when the bank could not be asked in the end', async () => {
    const { placed } = await newOrder();
    await settle(sql, placed.transaction.trace, null, 'reconcile');
    await sql`update public.transactions set created_at = now() - interval '73 hours', next_ask_at = null
      where trace = ${placed.transaction.trace}`;
    await as(sql, shop, (t) => t`select public.give_up_transactions()`);
    expect(await titles(placed)).toEqual([
      `Ask the bank about order ${numberOf(placed)}: undecided for 72 hours`,
    ]);
  });

  it('ends after 72 hours: the order fails, and the owner gets a task when the bank knew of the payment', async () => {
    const unknown = await newOrder();
    const undecided = await newOrder();
    await settle(sql, undecided.placed.transaction.trace, {
      status: '1',
      trace: undecided.placed.transaction.trace,
    });
    for (const { placed } of [unknown, undecided]) {
      await sql`update public.transactions set created_at = now() - interval '73 hours', next_ask_at = null
        where trace = ${placed.transaction.trace}`;
    }
    await as(sql, shop, (t) => t`select public.give_up_transactions()`);
    expect(await titles(unknown.placed)).toEqual([]);
    expect(await titles(undecided.placed)).toEqual([
      `Ask the bank about order ${numberOf(undecided.placed)}: undecided for 72 hours`,
    ]);
    expect([await stepOf(unknown.placed), await stepOf(undecided.placed)]).toEqual(['pay', 'wait']);
    const settled = await settle(sql, undecided.placed.transaction.trace, approved(undecided.placed));
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
      await sql<{ title: string }[]>`
        select title from public.owner_tasks where order_id = ${order.id} and closed_at is null`
    ).map((row) => row.title);

  it('is shown to the owner also when another transaction had taken its place, once', async () => {
    const { sid, placed } = await newOrder();
    await sql`update public.transactions set created_at = now() - interval '31 minutes' where trace = ${placed.transaction.trace}`;
    const again = await payAgain(sid, placed.order.id);
    await settle(sql, placed.transaction.trace, { status: '1', trace: placed.transaction.trace });
    await makeOld(placed);
    for (let i = 0; i < 2; i += 1) await giveUp();
    expect(await openTitles(placed)).toEqual([
      `Ask the bank about order ${numberOf(placed)}: undecided for 72 hours`,
    ]);
    expect(await settle(sql, again.transaction.trace, null)).toMatchObject({ orderStatus: 'pending' });
  });

  it('is a task again when its money comes after the owner had closed the question', async () => {
    const { product, placed } = await newOrder({ stock: 2, quantity: 2 });
    await settle(sql, placed.transaction.trace, { status: '1', trace: placed.transaction.trace });
    await makeOld(placed);
    await giveUp();
    await sql`update public.owner_tasks set closed_at = now(), outcome = 'nothing_received', closing_reason = 'the bank knows nothing'
      where order_id = ${placed.order.id}`;
    await sql`update public.products set stock = 1 where id = ${product.id}`;
    await settle(sql, placed.transaction.trace, approved(placed));
    expect(await openTitles(placed)).toEqual([
      `Refund KES 2,000, order ${numberOf(placed)}: the money came when the pieces were gone`,
    ]);
  });
});

describe('the question what became of a transaction', () => {
  const asked = async () => {
    const { sid, product, placed } = await newOrder();
    await settle(sql, placed.transaction.trace, { status: '1', trace: placed.transaction.trace });
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
    expect(await settle(sql, placed.transaction.trace, approved(placed))).toMatchObject({
      orderStatus: 'paid',
    });
    expect(await taskOf(placed)).toEqual({
      kind: 'undecided',
      closed: true,
      closed_by: null,
      closing_reason: 'Closed by itself: the bank has approved the payment, and the order is paid.',
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
      closing_reason: 'Closed by itself: the bank has refused the payment.',
    });
    expect((await payAgain(sid, placed.order.id)).order.status).toBe('pending');
  });

  it('stays open as long as the bank decides nothing', async () => {
    const { placed } = await asked();
    await settle(sql, placed.transaction.trace, null);
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
    await settle(sql, placed.transaction.trace, approved(placed, wrong));
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
    await settle(sql, placed.transaction.trace, null);
    await settle(sql, placed.transaction.trace, { status: '1', trace: placed.transaction.trace });
    await settle(sql, placed.transaction.trace, approved(placed));
    const rows = await sql<{ verdict: string }[]>`
      select a.verdict from private.gateway_answers a join public.transactions t on t.id = a.transaction_id
      where t.trace = ${placed.transaction.trace} order by a.id`;
    expect(rows.map((row) => row.verdict)).toEqual(['undecided', 'undecided', 'approved']);
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
