import { expect, it } from 'vitest';
import { as, newProduct, shop } from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';

const sql = openTestDatabase();
const ada = testPerson(sql, 'Ada');
const owner = testPerson(sql, 'Owner', 'admin');

it('every table has row-level security or cannot be reached by the Data API', async () => {
  const open = await sql`
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and not c.relrowsecurity`;
  expect(open).toHaveLength(0);
});

/** What each role reads and writes is tried in access-matrix.test.ts. */
it('nobody may empty a table, refer to it or put a trigger on it', async () => {
  const rows = await sql`
    select grantee, table_schema, table_name, privilege_type from information_schema.role_table_grants
    where table_schema in ('public', 'private') and grantee in ('PUBLIC', 'anon', 'authenticated', 'service_role')
      and privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')`;
  expect(rows).toEqual([]);
});

it('without a sign-in nothing can be called, and with one exactly these functions', async () => {
  const rows = await sql<{ grantees: string; names: string[] }[]>`
    select grantees, array_agg(name order by name) as names
    from (
      select p.pronamespace::regnamespace || '.' || p.proname as name,
        string_agg(case a.grantee when 0 then 'PUBLIC' else a.grantee::regrole::text end, ', ' order by a.grantee::regrole::text) as grantees
      from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
      where p.pronamespace::regnamespace::text in ('public', 'private')
        and (a.grantee = 0 or a.grantee::regrole::text in ('anon', 'authenticated'))
      group by p.oid
    ) f
    group by grantees`;
  expect(Object.fromEntries(rows.map(({ grantees, names }) => [grantees, names]))).toEqual({
    authenticated: [
      'private.awaited_of_item',
      'private.caller_id',
      'private.change_problem',
      'private.company_of',
      'private.compared_price',
      'private.day_or_time',
      'private.figure_text',
      'private.find_orders',
      'private.find_transactions',
      'private.folded_name',
      'private.follower_chain',
      'private.held_quantity',
      'private.import_as_json',
      'private.insert_product',
      'private.is_cart',
      'private.is_data_sheet',
      'private.is_gallery',
      'private.is_promise_over',
      'private.is_to_order',
      'private.is_visible',
      'private.is_withheld',
      'private.iso_time',
      'private.key_values_of',
      'private.lacks_second_factor',
      'private.may',
      'private.may_pay',
      'private.merged_cart',
      'private.model_name',
      'private.movement_of_entry',
      'private.nairobi_day',
      'private.normal_phone_number',
      'private.normalize_for_search',
      'private.order_as_json',
      'private.order_as_seen',
      'private.order_delivery',
      'private.order_settled_on',
      'private.parts_of_value',
      'private.payment_of_order',
      'private.person_search_text',
      'private.pieces_back',
      'private.pieces_sent',
      'private.product_as_json',
      'private.promise_of_order',
      'private.read_specs',
      'private.read_value',
      'private.reduced_delivery',
      'private.refuse_invalid',
      'private.refuse_missing',
      'private.refuse_reused_key',
      'private.require_account',
      'private.require_json',
      'private.require_permission',
      'private.require_text',
      'private.save_products',
      'private.sheet_lines',
      'private.shipments_of_order',
      'private.slug_of',
      'private.specs_with_keys',
      'private.specs_with_labels',
      'private.state_of_order',
      'private.to_send_of',
      'private.transaction_as_json',
      'private.unused_slug',
      'private.values_missing',
      'private.waits_for_rest',
      'private.with_first_picture',
      'private.with_sources',
      'private.with_spec_keys',
      'private.without_codes',
      'public.accept_quotation_as_staff',
      'public.add_bank_holiday',
      'public.add_customer_note',
      'public.add_order_note',
      'public.admin_stats',
      'public.advance_order',
      'public.advance_shipment',
      'public.bank_against_shop_of_day',
      'public.book_stock',
      'public.broken_invariants',
      'public.change_counties',
      'public.change_message_rule',
      'public.change_order',
      'public.change_products',
      'public.change_quotation',
      'public.change_settings',
      'public.change_shop_details',
      'public.close_owner_task',
      'public.close_statement_line',
      'public.correct_refund',
      'public.create_product',
      'public.customer_details',
      'public.customer_statement',
      'public.delete_product',
      'public.delivery_quote',
      'public.enter_etims',
      'public.export_orders',
      'public.find_buyers',
      'public.find_customers',
      'public.find_people',
      'public.find_products',
      'public.find_stock',
      'public.import_bank_statement',
      'public.import_products',
      'public.invite_staff',
      'public.issue_invoice',
      'public.lines_of_statement',
      'public.link_version_as_owner',
      'public.list_all_orders',
      'public.list_bank_holidays',
      'public.list_county_settings',
      'public.list_debtors',
      'public.list_etims_sales',
      'public.list_history',
      'public.list_invitations',
      'public.list_issued_papers',
      'public.list_message_rules',
      'public.list_messages',
      'public.list_my_orders',
      'public.list_order_page',
      'public.list_owner_tasks',
      'public.list_pieces_at_buyers',
      'public.list_product_imports',
      'public.list_quotations',
      'public.list_search_misses',
      'public.list_sold_lines',
      'public.list_sold_payments',
      'public.list_stock_movements',
      'public.list_transaction_page',
      'public.list_transactions',
      'public.list_users',
      'public.match_products',
      'public.merge_cart',
      'public.message_detail',
      'public.messages_to_send_again',
      'public.my_profile',
      'public.note_paper_print',
      'public.note_withheld',
      'public.order_details',
      'public.orders_to_pay',
      'public.owner_alerts',
      'public.pick_list',
      'public.place_order_as_staff',
      'public.preview_bank_statement',
      'public.prices_before_import',
      'public.products_by_ids',
      'public.products_by_slugs',
      'public.quotation_as_staff',
      'public.quotation_link_version',
      'public.quote_as_staff',
      'public.record_payment',
      'public.record_refund',
      'public.record_refund_back',
      'public.record_shipment',
      'public.record_staff_activity',
      'public.reduce_order',
      'public.release_holds',
      'public.remembered_columns',
      'public.remove_bank_holiday',
      'public.require_permission',
      'public.reset_second_factor',
      'public.restore_product',
      'public.reverse_payment',
      'public.review_data_sheet',
      'public.sales_report',
      'public.save_cart',
      'public.search_dashboard',
      'public.send_messages_again',
      'public.send_order_link',
      'public.set_customer_terms',
      'public.set_product_vat',
      'public.set_user_role',
      'public.share_payment',
      'public.shop_details',
      'public.shop_settings',
      'public.shop_text',
      'public.standard_vat',
      'public.statements_overview',
      'public.stats_of_period',
      'public.stop_reminders',
      'public.take_message_step',
      'public.terms_of_buyer',
      'public.transaction_by_id',
      'public.transaction_evidence',
      'public.undo_product_change',
      'public.undo_product_import',
      'public.unused_pictures',
      'public.update_product',
      'public.vat_of_product',
      'public.waiting_counts',
      'public.withdraw_invitation',
    ],
  });
});

it.each([true, false])('staff alone read a product beside the shop (on sale: %s)', async (isActive) => {
  const { id } = await newProduct(sql, { isActive });
  for (const [who, rows] of [
    [ada, 0],
    [owner, 1],
  ] as const)
    expect(await as(sql, who, (t) => t`select id from public.products where id = ${id}`)).toHaveLength(rows);
  const [shown] = await as(
    sql,
    shop,
    (t) =>
      t<
        { products: { id: string }[] }[]
      >`select public.shown_products_by_ids(array[${id}::uuid]) as products`,
  );
  expect(shown?.products.map((product) => product.id)).toEqual(isActive ? [id] : []);
});
