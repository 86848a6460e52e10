import { beforeAll, describe, expect, it } from 'vitest';
import { as, type Character, guest, newPerson, newProduct, newSession, place, shop } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

describe('who may do what', () => {
  const cast: Record<string, Character> = { guest, shop };
  let adasOrder = '';

  beforeAll(async () => {
    const ada = await newPerson(sql, 'Ada');
    cast.ada = ada;
    cast.bob = await newPerson(sql, 'Bob');
    cast.admin = await newPerson(sql, 'Owner', 'admin');
    const product = await newProduct(sql);
    const placed = await place(sql, [{ productId: product.id, quantity: 1, price: product.price }], {
      sid: await newSession(sql, ada.userId),
    });
    adasOrder = placed.order.id;
  });

  const tryAs = (who: string, statement: string) =>
    as(sql, cast[who] as Character, async (transaction) => {
      const rows = await transaction.unsafe(statement);
      return rows.length;
    }).catch((error: { code?: string }) => error.code);

  it.each([
    ['ada', 1],
    ['bob', 0],
    ['admin', 1],
    ['guest', '42501'],
  ])('an order of Ada is seen by %s: %s', async (who, seen) => {
    expect(await tryAs(who, `select * from public.orders where id = '${adasOrder}'`)).toBe(seen);
    expect(await tryAs(who, `select id from public.order_items where order_id = '${adasOrder}'`)).toBe(seen);
  });

  it.each([
    ['ada', 0],
    ['bob', 0],
    ['admin', 1],
    ['guest', '42501'],
  ])('a transaction of Ada is seen by %s: %s', async (who, seen) => {
    expect(
      await tryAs(who, `select id, status from public.transactions where order_id = '${adasOrder}'`),
    ).toBe(seen);
  });

  it('a person reads their own profile and nobody else’s', async () => {
    const ada = cast.ada as { userId: string };
    expect(await tryAs('ada', 'select * from public.users')).toBe(1);
    expect(await tryAs('bob', `select * from public.users where id = '${ada.userId}'`)).toBe(0);
    expect(await tryAs('admin', `select * from public.users where id = '${ada.userId}'`)).toBe(1);
    expect(await tryAs('guest', 'select * from public.users')).toBe('42501');
  });

  it('an archived product is seen by the admin alone', async () => {
    const hidden = await newProduct(sql, { isActive: false });
    const look = `select id from public.products where id = '${hidden.id}'`;
    expect(await tryAs('guest', look)).toBe(0);
    expect(await tryAs('ada', look)).toBe(0);
    expect(await tryAs('admin', look)).toBe(1);
    expect(await tryAs('guest', look.replace('products', 'shop_products'))).toBe(0);
  });

  const forbidden = [
    `update public.orders set status = 'paid'`,
    `insert into public.orders (customer_name, customer_email, customer_phone, customer_address, total_amount) values ('a','a@b','+254712345678','x',1)`,
    `delete from public.orders`,
    `update public.order_items set price = 1`,
    `update public.transactions set status = 'completed'`,
    `update public.products set rating = 5`,
    `update public.users set role = 'admin'`,
    `insert into public.users (id, email) values (gen_random_uuid(), 'x@example.com')`,
    `select * from private.sessions`,
    `select * from private.session_orders`,
    `select * from private.stock_holds`,
    `select * from private.idempotency_keys`,
    `select public.read_session(repeat('0', 64), 1)`,
    `select public.list_session_orders(repeat('0', 64))`,
    `select public.place_order('', '', '{}', 1)`,
    `select public.place_order_within_limits('', '', '', '', '{}', 1)`,
    `select public.settle_payment('', '{}')`,
    `select private.take_order_from_stock(gen_random_uuid())`,
    `select private.open_transaction(gen_random_uuid(), 1)`,
    `select public.pay_again('', gen_random_uuid())`,
    `select public.begin_payment('', gen_random_uuid())`,
    `select public.begin_payment_within_limits('', '', gen_random_uuid())`,
    `select public.settle_and_pay_again('', '{}', '', gen_random_uuid())`,
    `select public.check_payment('', gen_random_uuid())`,
    `select public.check_payment_within_limits('', '', gen_random_uuid())`,
    `select public.settle_checked_payment('', '{}', '', gen_random_uuid())`,
    `select public.cancel_unpaid_order('', gen_random_uuid())`,
    `select public.open_orders('')`,
    `select public.holds_of_same_buyer('')`,
    `select private.payable_orders_of_buyer('')`,
    `select private.take_over_holds('', '{}', null)`,
    `select private.make_room_for_order('', '{}')`,
    `select private.orders_of_session('')`,
    `select public.visible_order('', gen_random_uuid())`,
    `select public.find_order('', '{}')`,
    `select public.account_export(gen_random_uuid())`,
    `select public.erase_account(gen_random_uuid())`,
    `select private.orders_of_account(gen_random_uuid())`,
    `select public.erasure_obstacles(gen_random_uuid())`,
    `select private.obstacles_to_erasing('{}')`,
    `select public.confirm_email(gen_random_uuid(), gen_random_uuid())`,
    `select public.request_email_confirmation(gen_random_uuid())`,
    `select * from private.email_confirmations`,
    `update public.users set email_confirmed_at = now()`,
    `select public.claim_order('', gen_random_uuid(), '{}')`,
    `select public.renew_order_link('', gen_random_uuid())`,
    `select private.next_link_version(gen_random_uuid())`,
    `select private.hold_pieces('', gen_random_uuid())`,
    `select private.may_hold_pieces('', gen_random_uuid())`,
    `select private.has_proven_buyer(gen_random_uuid())`,
    `select private.is_stranger('')`,
    `select private.is_news('', gen_random_uuid())`,
    `select private.claimed_quantity(gen_random_uuid(), '')`,
    `select public.take_limits('', '{}')`,
    `select private.wait_for_limits('', '{}')`,
    `select private.count_and_return_refusal('', '{}', '', '', '')`,
    `select public.take_sign_in('', '', '')`,
    `select public.record_sign_in('', '', '', true)`,
    `select public.purge_expired()`,
    `select public.schedule_jobs()`,
    `select public.shop_health()`,
    `select private.check_component('payments')`,
    `select private.stored_pictures()`,
    `select public.queue_health_messages()`,
    `select private.record_invariant_check()`,
    `select private.check_invariants_at_night()`,
    `select * from private.invariant_check`,
    `select * from private.money`,
    `select * from private.shares`,
    `select * from private.reductions`,
    `select * from private.sold_lines`,
    `select * from private.books`,
    `select * from private.counting_shares`,
    `select * from private.refunds_of_orders`,
    `insert into private.shares (transaction_id, order_id, cents) values (gen_random_uuid(), gen_random_uuid(), 1)`,
    `insert into private.reductions (id, order_id, cause, cents, reason) values (gen_random_uuid(), gen_random_uuid(), 'written_off', 1, 'x')`,
    `select private.reduce(gen_random_uuid(), gen_random_uuid(), 'written_off', 1, 'x')`,
    `select private.add_shares(gen_random_uuid(), '[]')`,
    `select private.follow_book(gen_random_uuid())`,
    `select private.retry_papers()`,
    `select private.sales_between(now(), now())`,
    `select private.stats_of('{}', now())`,
    `select private.call_function('reconcile')`,
    `select private.forget_job_logs(1)`,
    `select * from private.rate_limits`,
    `update private.rate_limits set most = 1000000`,
    `select * from private.rate_counts`,
    `select * from private.sign_in_attempts`,
    `select * from private.staff_activity`,
    `select public.record_password_entry(gen_random_uuid(), gen_random_uuid())`,
    `select private.sign_in_id()`,
    `select private.verify_sign_in(gen_random_uuid(), gen_random_uuid())`,
    `update public.orders set link_version = 2`,
    `select public.transaction_to_ask(gen_random_uuid())`,
    `select public.claim_transactions_to_ask(1)`,
    `select public.give_up_transactions()`,
    `select public.match_open_lines()`,
    `select * from private.open_lines`,
    `select public.trace_of_transaction(gen_random_uuid())`,
    `select trace from public.transactions`,
    `select * from public.transactions`,
    `select public.end_other_sessions('')`,
    `select public.list_sessions('')`,
    `select public.end_session('', gen_random_uuid())`,
    `select private.end_sign_in(gen_random_uuid())`,
    `update public.users set email = 'x@example.com'`,
    `update public.orders set user_id = auth.uid()`,
    `select * from private.gateway_answers`,
    `select * from private.invariants`,
    `select * from private.stock_movements`,
    `select * from private.settings`,
    `update private.settings set ship_when = 'approved'`,
    `update public.owner_tasks set closing_reason = 'x'`,
    `insert into public.bank_statements (id, actor_id, file_name, columns, lines, known, settled, request_hash) values (gen_random_uuid(), gen_random_uuid(), 'x', '{}', 0, 0, 0, '')`,
    `update public.statement_lines set transaction_id = null`,
    `delete from public.history`,
    `update public.history set after = null`,
    `select private.erase_person_from_history(gen_random_uuid())`,
    `insert into public.history (actor_role, table_name, row_id, operation) values ('x', 'x', gen_random_uuid(), 'insert')`,
  ];
  it.each(['guest', 'ada', 'bob', 'admin'])('%s can do none of what only the shop does', async (who) => {
    for (const statement of forbidden)
      expect([statement, await tryAs(who, statement)]).toEqual([statement, '42501']);
  });

  it.each([
    ['guest', '42501'],
    ['ada', 0],
    ['admin', 1],
  ])('a product is changed and erased by %s: %s', async (who, reached) => {
    const { id } = await newProduct(sql);
    const change = `update public.products set price = 1 where id = '${id}' returning id`;
    expect(await tryAs(who, change)).toBe(reached);
    expect(await tryAs(who, `delete from public.products where id = '${id}' returning id`)).toBe(reached);
  });

  it('the shop itself cannot rewrite what was agreed or what was paid', async () => {
    for (const statement of [
      `update public.orders set total_amount = 1`,
      `update public.orders set user_id = null`,
      `update public.orders set link_version = 2`,
      `delete from public.orders`,
      `update public.order_items set price = 1`,
      `update public.transactions set amount = 1`,
      `update public.transactions set trace = ''`,
      `delete from public.transactions`,
      `update public.users set role = 'admin'`,
      `delete from public.products`,
      `update private.gateway_answers set verdict = 'approved'`,
      `delete from private.gateway_answers`,
      `insert into private.stock_movements (product_id, change, reason) values (gen_random_uuid(), 1, 'correction')`,
      `delete from public.owner_tasks`,
      `update private.status_transitions set to_status = 'paid'`,
    ]) {
      expect([statement, await tryAs('shop', statement)]).toEqual([statement, '42501']);
    }
  });
});
