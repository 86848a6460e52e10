import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OrderDetails } from '../../functions/_shared/contract/admin-orders.ts';
import {
  approved,
  as,
  type Character,
  guest,
  newProduct,
  place,
  refundToday,
  bankDecides,
  shop,
} from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { answerTo } from '../payment-scene.ts';

const sql = openTestDatabase();

const admin = testPerson(sql, 'Owner', 'admin');
const ada = testPerson(sql, 'Ada');
let product: Awaited<ReturnType<typeof newProduct>>;
beforeAll(async () => {
  product = await newProduct(sql, { stock: 500 });
});

async function newOrder(over: Record<string, string> = {}, pieces = 1) {
  const placed = await place(sql, [{ productId: product.id, quantity: pieces, price: 1000 }]);
  // The facts of an order are nobody's to change: only a test may, to look for it afterwards.
  if (Object.keys(over).length > 0)
    await sql`update public.orders set ${sql(over)} where id = ${placed.order.id}`;
  return placed;
}

const details = (id: string) => answerTo<OrderDetails | null>(sql, admin, 'public.order_details($1)', id);

describe('an order’s page', () => {
  it('has weight and model of its own products alone', async () => {
    const ordered = await newProduct(sql, { stock: 5 });
    const other = await newProduct(sql, { stock: 5 });
    await sql`update public.products set weight_grams = 4200, model = 'SAS 1000' where id = ${ordered.id}`;
    await sql`update public.products set weight_grams = 17, model = 'Other' where id = ${other.id}`;
    const placed = await place(sql, [{ productId: ordered.id, quantity: 1, price: 1000 }]);
    const reply = await details(placed.order.id);
    expect(reply?.weights).toEqual({ [ordered.id]: 4200 });
    expect(reply?.models).toEqual({ [ordered.id]: 'SAS 1000' });
  });

  it('tells the story of an order that failed, was paid again and completed', async () => {
    const placed = await newOrder({}, 2);
    const { id } = placed.order;
    await bankDecides(sql, placed.transaction.trace, {
      ...approved(placed),
      status: '5',
      transactionIndex: null,
      description: 'Denied',
      cardNumber: '2121212121212121',
    });
    await sql`update public.orders set status = 'pending' where id = ${id}`;
    const [again] = await sql<{ trace: string; reference: string }[]>`
      select * from private.open_transaction(${id}, 2000)`;
    const second = { ...placed, transaction: { ...placed.transaction, ...again } };
    await bankDecides(sql, second.transaction.trace, null, 'reconcile');
    await bankDecides(
      sql,
      second.transaction.trace,
      approved(second, { cardNumber: '4242........4242' }),
      'owner',
    );
    await answerTo(
      sql,
      admin,
      'public.add_order_note($1, $2, $3)',
      id,
      randomUUID(),
      'Called: delivers on Friday',
    );
    await answerTo(sql, admin, 'public.advance_order($1, $2)', id, 'completed');

    const reply = await details(id);
    const story = (reply?.timeline ?? []).filter(({ kind }) => kind !== 'message');
    expect(story.map((event) => event.kind)).toEqual([
      'ordered',
      'transaction_opened',
      'bank_answered',
      'status_changed',
      'status_changed',
      'transaction_opened',
      'bank_answered',
      'bank_answered',
      'stock_taken',
      'status_changed',
      'noted',
      'status_changed',
    ]);
    const [refusal, silence, approval] = story.filter(({ kind }) => kind === 'bank_answered');
    expect(refusal).toMatchObject({
      verdict: 'refused',
      askedBy: 'return',
      reference: placed.transaction.reference,
      // Masked, whatever the gateway forgot.
      answer: { status: '5', description: 'Denied', cardNumber: '2121........2121' },
    });
    expect(silence).toMatchObject({ verdict: 'undecided', askedBy: 'reconcile', answer: null });
    expect(approval).toMatchObject({
      verdict: 'approved',
      askedBy: 'owner',
      answer: { amountCents: '200000' },
    });
    expect(story.at(-2)).toMatchObject({
      by: { id: admin.userId, name: 'Owner' },
      text: 'Called: delivers on Friday',
    });
    expect(story.at(-1)).toMatchObject({ by: { id: admin.userId }, from: 'paid', to: 'completed' });
    expect(reply?.timeline).toContainEqual(
      expect.objectContaining({
        kind: 'message',
        message: 'order_completed',
        channel: 'email',
        state: 'waiting',
        recipient: 'ada@example.com',
        reason: null,
        blocked: null,
      }),
    );
    expect(reply).toMatchObject({
      order: { id, status: 'completed', totalAmount: 2000, payment: { heldUntil: null } },
      payments: [
        {
          method: 'card',
          reference: second.transaction.reference,
          amountCents: 200_000,
          cardNumber: '4242........4242',
        },
      ],
      tasks: [],
    });
    const text = JSON.stringify(reply);
    for (const secret of [placed.transaction.trace, second.transaction.trace, '2121212121212121', 'linkKey'])
      expect(text).not.toContain(secret);
  });

  it('shows until when the pieces are held, and the open tasks', async () => {
    const placed = await newOrder();
    expect((await details(placed.order.id))?.order.payment.heldUntil).toMatch(/^20\d\d-/);
    await bankDecides(sql, placed.transaction.trace, approved(placed, { amountCents: '5' }));
    const [task] = (await details(placed.order.id))?.tasks ?? [];
    expect(task).toMatchObject({ kind: 'wrong_amount', amountCents: 5 });
    await answerTo(
      sql,
      admin,
      'public.close_owner_task($1, $2, $3, $4)',
      task?.id,
      'refunded',
      'Refunded by hand',
      refundToday(),
    );
    const reply = await details(placed.order.id);
    expect(reply?.tasks).toEqual([]);
    expect(reply?.timeline.filter(({ kind }) => kind !== 'message').at(-1)).toMatchObject({
      kind: 'task_closed',
      by: { id: admin.userId },
      reason: 'Refunded by hand',
    });
  });

  it('does not exist for an unknown order', async () => {
    expect(await details(randomUUID())).toBeNull();
  });
});

describe('a note', () => {
  it('is stored once with its author, however often it is sent', async () => {
    const { order } = await newOrder();
    const id = randomUUID();
    const send = (who: Character, text: string, orderId = order.id, key = id) =>
      answerTo(sql, who, 'public.add_order_note($1, $2, $3)', orderId, key, text).catch(
        ({ code, message }: { code: string; message: string }) => `${code} ${message}`,
      );
    const kept = { id, orderId: order.id, authorId: admin.userId, text: 'Seen' };
    expect(await send(admin, 'Seen')).toMatchObject(kept);
    expect(await send(admin, 'Seen')).toMatchObject(kept);
    expect(await send(admin, 'Another')).toBe('PT409 key_reused');
    expect(await send(admin, 'Seen', randomUUID(), randomUUID())).toBe('PT404 not_found');
    expect(await send(ada, 'Mine', order.id, randomUUID())).toBe('PT403 forbidden');
    const rows = await sql`select text from public.order_notes where order_id = ${order.id}`;
    expect(rows).toEqual([{ text: 'Seen' }]);
    const history = await sql`select actor_id, operation from public.named_history
      where table_name = 'order_notes' and row_id = ${id}`;
    expect(history).toEqual([{ actor_id: admin.userId, operation: 'insert' }]);
  });

  it('is changed by nobody, not even the database’s owner, and signed with no other name', async () => {
    for (const statement of ['update public.order_notes set text = text', 'delete from public.order_notes'])
      await expect(sql.unsafe(statement)).rejects.toMatchObject({ code: '23001' });
    const { order } = await newOrder();
    await expect(
      as(
        sql,
        admin,
        (t) =>
          t`insert into public.order_notes (order_id, author_id, text) values (${order.id}, ${ada.userId}, 'x')`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
    for (const text of ['', '   ', '\n\t', 'x'.repeat(2001), `x${' '.repeat(2000)}`])
      await expect(
        answerTo(sql, admin, 'public.add_order_note($1, $2, $3)', order.id, randomUUID(), text),
      ).rejects.toMatchObject({ code: 'PT400' });
  });
});

describe('the dashboard’s queries about orders', () => {
  it.each([
    ['public.list_order_page()'],
    ['public.export_orders()'],
    ['public.order_details(gen_random_uuid())'],
    ["private.find_orders('{}', 'createdAt', true, 1)"],
    ["public.add_order_note(gen_random_uuid(), gen_random_uuid(), 'x')"],
  ])('%s is answered only to admins', async (request) => {
    const code = (who: Character) =>
      answerTo(sql, who, request).catch((error: { code: string }) => error.code);
    expect(await code(ada)).toBe('PT403');
    expect(await code(guest)).toBe('42501');
    expect(await code(shop)).toBe('42501');
  });
});
