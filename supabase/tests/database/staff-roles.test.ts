import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { OrderDetails } from '../../functions/_shared/contract/admin-orders.ts';
import type { TransactionRow } from '../../functions/_shared/contract/admin-transactions.ts';
import type { SignedInUser } from '../../functions/_shared/contract/auth.ts';
import type { Order } from '../../functions/_shared/contract/orders.ts';
import { answerTo, paymentScene } from '../payment-scene.ts';
import {
  approved,
  as,
  type Character,
  newPerson,
  newSession,
  type Placed,
  bankDecides,
  shop,
} from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { today } from './refund-scene.ts';

const sql = openTestDatabase();
const { newOrder } = paymentScene(sql, 5);
const admin = testPerson(sql, 'Owner', 'admin');
const sales = testPerson(sql, 'Clerk', 'sales');
const warehouse = testPerson(sql, 'Packer', 'warehouse');
const accounts = testPerson(sql, 'Bookkeeper', 'accounts');

const detailsOf = (who: Character, { order }: Placed) =>
  answerTo<OrderDetails>(sql, who, 'public.order_details($1)', order.id);
const newCode = () => randomUUID().slice(-10).toUpperCase();
const record = (who: Character, { order }: Placed, reference = newCode()) =>
  answerTo<Order>(
    sql,
    who,
    `public.record_payment($1, $2, 'mpesa', $3, 2000, $4)`,
    randomUUID(),
    order.id,
    reference,
    today,
  );
const advance = (who: Character, { order }: Placed, status: string) =>
  refusalCode(answerTo(sql, who, 'public.advance_order($1, $2)', order.id, status));

describe('a sales clerk', () => {
  it('records a payment and cancels an unpaid order; handing it over is the warehouse’s', async () => {
    const { placed } = await newOrder();
    expect(await record(sales, placed)).toMatchObject({ status: 'paid' });
    expect(await advance(sales, placed, 'completed')).toBe('forbidden');
    expect(await advance(warehouse, placed, 'completed')).toBe('done');
    const { placed: unpaid } = await newOrder();
    expect(await advance(warehouse, unpaid, 'cancelled')).toBe('forbidden');
    expect(await advance(sales, unpaid, 'cancelled')).toBe('done');
  });

  it('gives no money back, takes no payment away and changes no price, not even as a column', async () => {
    const { placed, product } = await newOrder();
    await record(sales, placed);
    const { recorded } = await detailsOf(sales, placed);
    const paid = recorded[0]?.id ?? '';
    const line = { transactionId: paid, amountCents: 100, day: today };
    const tries: [string, ...unknown[]][] = [
      [`public.reverse_payment($1, 'No')`, paid],
      [`public.record_refund($1, $2, 100, $3, 'FT', 'No')`, randomUUID(), line.transactionId, today],
      ['public.update_product($1, $2)', product.id, { price: 1 }],
      ['public.change_products($1)', [{ id: product.id, seen: {}, set: { price: 1 } }]],
    ];
    for (const [call, ...values] of tries)
      expect(await refusalCode(answerTo(sql, sales, call, ...values)), call).toBe('forbidden');
    const written = await as(
      sql,
      sales,
      (t) => t`update public.products set price = 1 where id = ${product.id}`,
    );
    expect(written.count).toBe(0);
    expect(
      await refusalCode(as(sql, sales, (t) => t`update public.order_items set price = 1 where true`)),
    ).toContain('permission denied');
  });

  it('reads and sends again what goes to buyers, and no mail about an account or the shop', async () => {
    const { placed } = await newOrder();
    await record(sales, placed);
    await as(
      sql,
      shop,
      (t) => t`select public.request_email_confirmation(${sales.userId}, ${`${randomUUID()}@example.com`})`,
    );
    const messages = await sql<{ id: string; kind: string }[]>`select id, kind from private.messages
      where order_id = ${placed.order.id} or (kind = 'confirm_email' and user_id = ${sales.userId})`;
    const listed = async (who: Character) => {
      const lists = await Promise.all(
        messages.map(({ id }) =>
          answerTo<{ kind: string } | null>(sql, who, 'public.message_detail($1)', id),
        ),
      );
      return lists.flatMap((one) => (one ? [one.kind] : [])).sort();
    };
    const kinds = messages.map(({ kind }) => kind).sort();
    expect(kinds).toEqual(expect.arrayContaining(['confirm_email', 'order_paid', 'owner_order_paid']));
    expect(await listed(admin)).toEqual(kinds);
    expect(await listed(sales)).toEqual(kinds.filter((kind) => !/^(owner_|confirm_)/.test(kind)));
    const account = messages.find(({ kind }) => kind === 'confirm_email')?.id;
    expect(
      await refusalCode(answerTo(sql, sales, 'public.take_message_step($1, $2)', account, 'stopped')),
    ).toBe('not_found');
    const { rows } = await answerTo<{ rows: { kind: string }[] }>(sql, sales, 'public.list_messages()');
    expect(rows.filter(({ kind }) => /^owner_|confirm_email/.test(kind))).toEqual([]);
  });
});

describe('the warehouse', () => {
  it('sees that money came, and no code, reference, task or event of it', async () => {
    const { placed } = await newOrder();
    const code = newCode();
    await record(sales, placed, code);
    const seen = await detailsOf(warehouse, placed);
    expect(seen.order.payment).toMatchObject({ method: 'mpesa', reference: null, acceptedCents: 200_000 });
    expect(seen).toMatchObject({
      payments: [{ method: 'mpesa', reference: '', transactionId: '', amountCents: 200_000 }],
      recorded: [],
      tasks: [],
    });
    expect(JSON.stringify(seen)).not.toContain(code);
    expect(seen.timeline.map(({ kind }) => kind)).toContain('ordered');
    const list = await answerTo(sql, warehouse, 'public.list_order_page($1)', {
      text: placed.order.id.slice(-8),
    });
    expect(JSON.stringify(list)).not.toContain(code);
    // As before for those who may see payments, and for the buyer.
    expect(JSON.stringify(await detailsOf(sales, placed))).toContain(code);
  });

  it('sees of a payment by card neither the bank’s codes nor its answers', async () => {
    const { placed } = await newOrder();
    await bankDecides(sql, placed.transaction.trace, {
      ...approved(placed),
      authorisationCode: 'AUTH77',
      bankReference: 'BANKREF77',
    });
    expect(JSON.stringify(await detailsOf(accounts, placed))).toContain('AUTH77');
    const seen = JSON.stringify(await detailsOf(warehouse, placed));
    expect(seen).not.toContain('AUTH77');
    expect(seen).not.toContain('bank_answered');
  });
});

describe('the accounts', () => {
  it('see who recorded a payment, and read nobody’s account', async () => {
    const { placed } = await newOrder();
    await record(sales, placed);
    const { rows } = await answerTo<{ rows: TransactionRow[] }>(
      sql,
      accounts,
      'public.list_transaction_page($1)',
      { orderId: placed.order.id },
    );
    expect(rows.map(({ recordedByName }) => recordedByName)).toContain('Clerk');
    expect(await as(sql, accounts, (t) => t`select id from public.users`)).toEqual([{ id: accounts.userId }]);
  });
});

describe('a role of staff', () => {
  it('comes with its permissions in the own profile, a customer has none', async () => {
    const of = async (who: Character) =>
      (await answerTo<SignedInUser>(sql, who, 'public.my_profile()')).permissions;
    expect(await of(warehouse)).toEqual([
      'dashboard',
      'orders.read',
      'parcels',
      'products.read',
      'stock.write',
    ]);
    expect(await of(await newPerson(sql, 'Ada'))).toEqual([]);
    const [all] = await sql<{ n: number }[]>`select count(*)::integer as n from private.permissions`;
    expect(await of(admin)).toHaveLength(all?.n ?? 0);
  });

  it('is given up by an admin in their own sign-in, which ends with it', async () => {
    const person = await newPerson(sql, 'Leaver', 'admin');
    const session = randomUUID();
    await sql`insert into auth.sessions (id, user_id, created_at, updated_at)
      values (${session}, ${person.userId}, now(), now())`;
    const claims = JSON.stringify({ sub: person.userId, role: 'authenticated', session_id: session });
    const left = await as(sql, person, async (t) => {
      await t`select set_config('request.jwt.claims', ${claims}, true)`;
      return t<
        { user: { role: string } }[]
      >`select public.set_user_role(${person.userId}, 'customer') as user`;
    });
    expect(left[0]?.user.role).toBe('customer');
    expect(await sql`select 1 from auth.sessions where id = ${session}`).toHaveLength(0);
  });

  it('taken away ends every session at once; another role of staff ends none', async () => {
    const person = await newPerson(sql, 'Leaver', 'sales');
    const sid = await newSession(sql, person.userId);
    await sql`insert into auth.sessions (id, user_id, created_at, updated_at)
      values (${randomUUID()}, ${person.userId}, now(), now())`;
    const left = async () => [
      ...(await sql`select sid from private.sessions where sid = ${sid}`),
      ...(await sql`select id from auth.sessions where user_id = ${person.userId}`),
    ];
    const setRole = (role: string) =>
      answerTo(sql, admin, 'public.set_user_role($1, $2)', person.userId, role);
    await setRole('accounts');
    expect(await left()).toHaveLength(2);
    await setRole('customer');
    expect(await left()).toEqual([]);
  });
});
