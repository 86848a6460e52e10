import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  as,
  type Character,
  guest,
  newPerson,
  newProduct,
  newSession,
  openDatabase,
  place,
  shop,
} from '../shop-cast.ts';

const sql = openDatabase();
afterAll(() => sql.end());

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
    expect(await tryAs(who, `select * from public.order_items where order_id = '${adasOrder}'`)).toBe(seen);
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
    const look = `select * from public.products where id = '${hidden.id}'`;
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
    `select public.place_order_within_limits('', '', '', '{}', 1)`,
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
    `select public.own_holds('')`,
    `select private.own_unpaid_orders('')`,
    `select private.release_own_holds('', '{}', null)`,
    `select private.orders_of_session('')`,
    `select public.visible_order('', gen_random_uuid())`,
    `select public.find_order('', '{}')`,
    `select public.account_export(gen_random_uuid())`,
    `select public.erase_account(gen_random_uuid())`,
    `select private.orders_to_erase(gen_random_uuid())`,
    `select private.obstacles_to_erasing('{}')`,
    `select public.confirm_email(gen_random_uuid(), gen_random_uuid())`,
    `select public.request_email_confirmation(gen_random_uuid())`,
    `select * from private.email_confirmations`,
    `update public.users set email_confirmed_at = now()`,
    `select public.claim_order('', gen_random_uuid(), '{}')`,
    `select public.renew_order_link('', gen_random_uuid())`,
    `select private.next_link_version(gen_random_uuid())`,
    `select private.hold_pieces('', gen_random_uuid())`,
    `select private.hold_limit('', '')`,
    `select * from private.held_orders`,
    `select public.take_limits('', '{}')`,
    `select private.wait_for_limits('', '{}')`,
    `select private.counted_refusal('', '{}', '', '', '')`,
    `select public.take_sign_in('', '', '')`,
    `select public.record_sign_in('', '', '', true)`,
    `select public.purge_expired()`,
    `select public.schedule_jobs()`,
    `select public.shop_health()`,
    `select private.shop_health()`,
    `select private.call_function('reconcile')`,
    `select private.forget_job_logs(1)`,
    `select * from private.rate_limits`,
    `update private.rate_limits set most = 1000000`,
    `select * from private.rate_counts`,
    `select * from private.sign_in_attempts`,
    `select * from private.staff_uses`,
    `select private.sign_in_id()`,
    `select private.verify_sign_in(gen_random_uuid(), gen_random_uuid())`,
    `update public.orders set link_version = 2`,
    `select public.transaction_to_ask(gen_random_uuid())`,
    `select public.claim_transactions_to_ask(1)`,
    `select public.give_up_transactions()`,
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
    `select public.erase_person_from_history(gen_random_uuid())`,
    `insert into public.history (actor_role, table_name, row_id, operation, after) values ('x', 'x', gen_random_uuid(), 'insert', '{}')`,
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

  it('every table has row-level security or cannot be reached by the Data API', async () => {
    const open = await sql`
      select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' and not c.relrowsecurity`;
    expect(open).toHaveLength(0);
  });

  it('rights on tables are exactly those granted by name', async () => {
    const rows = await sql<{ grantee: string; granted: string }[]>`
      select grantee, string_agg(table_schema || '.' || table_name || ':' || lower(privilege_type), ' '
        order by table_schema, table_name, privilege_type) as granted
      from information_schema.role_table_grants
      where table_schema in ('public', 'private') and grantee in ('PUBLIC', 'anon', 'authenticated', 'service_role')
      group by grantee order by grantee`;
    expect(Object.fromEntries(rows.map((row) => [row.grantee, row.granted.split(' ')]))).toEqual({
      anon: [
        'private.fitting_rules:select',
        'private.product_figures:select',
        'private.units:select',
        'public.attributes:select',
        'public.delivery_counties:select',
        'public.products:select',
        'public.shop_products:select',
      ],
      authenticated: [
        'private.fitting_rules:select',
        'private.product_figures:select',
        'private.units:select',
        'public.attributes:select',
        'public.bank_holidays:delete',
        'public.bank_holidays:select',
        'public.bank_statements:select',
        'public.carts:insert',
        'public.carts:select',
        'public.carts:update',
        'public.delivery_counties:select',
        'public.history:select',
        'public.named_history:select',
        'public.order_items:select',
        'public.order_notes:select',
        'public.orders:select',
        'public.owner_tasks:select',
        'public.product_imports:select',
        'public.products:delete',
        'public.products:select',
        'public.refunds:select',
        'public.search_synonyms:delete',
        'public.search_synonyms:select',
        'public.shop_products:select',
        'public.statement_lines:select',
        'public.users:select',
      ],
      service_role: [
        'private.blocked_addresses:insert',
        'private.blocked_addresses:select',
        'private.email_confirmations:select',
        'private.fitting_rules:select',
        'private.gateway_answers:insert',
        'private.gateway_answers:select',
        'private.heartbeats:insert',
        'private.heartbeats:select',
        'private.heartbeats:update',
        'private.held_orders:delete',
        'private.held_orders:insert',
        'private.held_orders:select',
        'private.held_orders:update',
        'private.idempotency_keys:insert',
        'private.idempotency_keys:select',
        'private.idempotency_keys:update',
        'private.invariants:select',
        'private.message_events:delete',
        'private.message_events:insert',
        'private.message_events:select',
        'private.message_rules:select',
        'private.messages:insert',
        'private.messages:select',
        'private.messages:update',
        'private.order_addresses:select',
        'private.product_figures:select',
        'private.recovery_codes:insert',
        'private.recovery_codes:select',
        'private.recovery_codes:update',
        'private.second_factors:insert',
        'private.second_factors:select',
        'private.second_factors:update',
        'private.sent_messages:insert',
        'private.sent_messages:select',
        'private.session_orders:delete',
        'private.session_orders:insert',
        'private.session_orders:select',
        'private.sessions:delete',
        'private.sessions:insert',
        'private.sessions:select',
        'private.sessions:update',
        'private.standing_refunds:select',
        'private.stock_holds:delete',
        'private.stock_holds:insert',
        'private.stock_holds:select',
        'private.stock_holds:update',
        'private.units:select',
        'private.verified_sign_ins:insert',
        'private.verified_sign_ins:select',
        'public.attributes:select',
        'public.delivery_counties:select',
        'public.order_items:insert',
        'public.order_items:select',
        'public.orders:insert',
        'public.orders:select',
        'public.owner_tasks:insert',
        'public.owner_tasks:select',
        'public.products:select',
        'public.products:update',
        'public.refunds:select',
        'public.shop_products:select',
        'public.transactions:insert',
        'public.transactions:select',
        'public.users:select',
      ],
    });
  });

  it('functions that anyone may call are exactly these', async () => {
    const rows = await sql<{ grantee: string; name: string }[]>`
      select case a.grantee when 0 then 'PUBLIC' else a.grantee::regrole::text end as grantee,
        p.pronamespace::regnamespace || '.' || p.proname as name
      from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
      where p.pronamespace::regnamespace::text in ('public', 'private')
        and (a.grantee = 0 or a.grantee::regrole::text in ('anon', 'authenticated'))
      order by 1, 2`;
    expect(rows.map((row) => `${row.grantee} ${row.name}`)).toEqual([
      'anon private.compared_price',
      'anon private.count_products',
      'anon private.delivery_quote',
      'anon private.figure_range',
      'anon private.figure_text',
      'anon private.fits',
      'anon private.fits_figure',
      'anon private.fitting_products',
      'anon private.held_quantity',
      'anon private.is_sold_alone',
      'anon private.iso_time',
      'anon private.key_figures_of',
      'anon private.list_products',
      'anon private.model_name',
      'anon private.names_in',
      'anon private.normalize_for_search',
      'anon private.page_product',
      'anon private.product_facets',
      'anon private.product_sheet',
      'anon private.product_summary',
      'anon private.products_named_in',
      'anon private.read_specs',
      'anon private.read_value',
      'anon private.search_hits',
      'anon private.search_products',
      'anon private.shares_a_word',
      'anon private.sheet_lines',
      'anon private.shown_product',
      'anon private.sold_separately',
      'anon private.suggest_products',
      'anon private.watts_in_unit',
      'anon public.count_products',
      'anon public.delivery_quote',
      'anon public.list_products',
      'anon public.product_facets',
      'anon public.product_page',
      'anon public.search_products',
      'anon public.suggest_products',
      'authenticated private.advance_order',
      'authenticated private.amount_due',
      'authenticated private.bank_answers_of',
      'authenticated private.begin_product_import',
      'authenticated private.broken_invariants',
      'authenticated private.caller_id',
      'authenticated private.change_message_rule',
      'authenticated private.change_problem',
      'authenticated private.change_rate_limit',
      'authenticated private.change_settings',
      'authenticated private.close_owner_task',
      'authenticated private.close_statement_line',
      'authenticated private.compared_price',
      'authenticated private.completion_needs_as_json',
      'authenticated private.correct_refund',
      'authenticated private.correctable_refunds',
      'authenticated private.count_products',
      'authenticated private.delivery_quote',
      'authenticated private.figure_range',
      'authenticated private.figure_text',
      'authenticated private.find_orders',
      'authenticated private.find_people',
      'authenticated private.find_products',
      'authenticated private.find_transactions',
      'authenticated private.fits',
      'authenticated private.fits_figure',
      'authenticated private.fitting_products',
      'authenticated private.forget_search_miss',
      'authenticated private.heartbeat_of',
      'authenticated private.held_quantity',
      'authenticated private.hold_ends_at',
      'authenticated private.import_as_json',
      'authenticated private.import_bank_statement',
      'authenticated private.is_admin',
      'authenticated private.is_cart',
      'authenticated private.is_data_sheet',
      'authenticated private.is_gallery',
      'authenticated private.is_sold_alone',
      'authenticated private.is_within_staff_limits',
      'authenticated private.iso_time',
      'authenticated private.key_figures_of',
      'authenticated private.list_messages',
      'authenticated private.list_products',
      'authenticated private.live_holds_as_json',
      'authenticated private.lock_products',
      'authenticated private.low_stock',
      'authenticated private.mark_import_undone',
      'authenticated private.masked_card',
      'authenticated private.merged_cart',
      'authenticated private.message_detail',
      'authenticated private.message_rules_as_json',
      'authenticated private.messages_in_trouble',
      'authenticated private.model_name',
      'authenticated private.names_in',
      'authenticated private.normal_phone_number',
      'authenticated private.normalize_for_search',
      'authenticated private.note_staff_use',
      'authenticated private.order_as_json',
      'authenticated private.order_as_seen',
      'authenticated private.order_delivery',
      'authenticated private.order_timeline',
      'authenticated private.page_product',
      'authenticated private.payment_of_order',
      'authenticated private.payment_step',
      'authenticated private.payments_not_settled',
      'authenticated private.phone_search_text',
      'authenticated private.preview_bank_statement',
      'authenticated private.product_as_json',
      'authenticated private.product_facets',
      'authenticated private.product_sheet',
      'authenticated private.product_summary',
      'authenticated private.products_named_in',
      'authenticated private.rate_limits_as_json',
      'authenticated private.read_specs',
      'authenticated private.read_value',
      'authenticated private.reconciliation_of_day',
      'authenticated private.record_product_import',
      'authenticated private.record_refund',
      'authenticated private.record_undone_import',
      'authenticated private.refundable_payments',
      'authenticated private.release_hold',
      'authenticated private.renew_link_as_owner',
      'authenticated private.require_account',
      'authenticated private.require_admin',
      'authenticated private.save_products',
      'authenticated private.search_hits',
      'authenticated private.search_misses_as_json',
      'authenticated private.search_products',
      'authenticated private.set_product_cells',
      'authenticated private.set_user_role',
      'authenticated private.settings_as_json',
      'authenticated private.settled_on',
      'authenticated private.settlement_overview',
      'authenticated private.shares_a_word',
      'authenticated private.sheet_lines',
      'authenticated private.shelves_on_hold',
      'authenticated private.shown_product',
      'authenticated private.slug_of',
      'authenticated private.sold_separately',
      'authenticated private.squashed',
      'authenticated private.statement_as_json',
      'authenticated private.stats_between',
      'authenticated private.stats_of_period',
      'authenticated private.suggest_products',
      'authenticated private.take_message_step',
      'authenticated private.task_as_json',
      'authenticated private.task_outcomes',
      'authenticated private.transaction_as_json',
      'authenticated private.transaction_row_as_json',
      'authenticated private.unused_slug',
      'authenticated private.user_as_json',
      'authenticated private.watts_in_unit',
      'authenticated private.with_first_picture',
      'authenticated public.add_order_note',
      'authenticated public.admin_stats',
      'authenticated public.advance_order',
      'authenticated public.answer_message',
      'authenticated public.broken_invariants',
      'authenticated public.change_message_rule',
      'authenticated public.change_products',
      'authenticated public.change_rate_limit',
      'authenticated public.change_settings',
      'authenticated public.close_owner_task',
      'authenticated public.close_statement_line',
      'authenticated public.completion_needs',
      'authenticated public.correct_refund',
      'authenticated public.count_products',
      'authenticated public.create_product',
      'authenticated public.delete_product',
      'authenticated public.delivery_quote',
      'authenticated public.export_orders',
      'authenticated public.find_people',
      'authenticated public.find_products',
      'authenticated public.forget_search_miss',
      'authenticated public.import_bank_statement',
      'authenticated public.import_products',
      'authenticated public.list_all_orders',
      'authenticated public.list_live_holds',
      'authenticated public.list_message_rules',
      'authenticated public.list_messages',
      'authenticated public.list_my_orders',
      'authenticated public.list_order_page',
      'authenticated public.list_owner_tasks',
      'authenticated public.list_product_imports',
      'authenticated public.list_products',
      'authenticated public.list_rate_limits',
      'authenticated public.list_search_misses',
      'authenticated public.list_transaction_page',
      'authenticated public.list_transactions',
      'authenticated public.list_users',
      'authenticated public.merge_cart',
      'authenticated public.message_detail',
      'authenticated public.note_staff_use',
      'authenticated public.order_details',
      'authenticated public.owner_alerts',
      'authenticated public.preview_bank_statement',
      'authenticated public.product_facets',
      'authenticated public.product_page',
      'authenticated public.products_by_ids',
      'authenticated public.put_back_product',
      'authenticated public.reconciliation_of_day',
      'authenticated public.record_refund',
      'authenticated public.release_hold',
      'authenticated public.renew_link_as_owner',
      'authenticated public.require_admin',
      'authenticated public.review_data_sheet',
      'authenticated public.save_cart',
      'authenticated public.search_products',
      'authenticated public.send_message_again',
      'authenticated public.set_user_role',
      'authenticated public.settlement_overview',
      'authenticated public.shop_settings',
      'authenticated public.stats_of_period',
      'authenticated public.stop_message',
      'authenticated public.suggest_products',
      'authenticated public.transaction_by_id',
      'authenticated public.transaction_evidence',
      'authenticated public.unblock_message_address',
      'authenticated public.undo_product_import',
      'authenticated public.unused_pictures',
      'authenticated public.update_product',
    ]);
  });
});
