import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { UserRole } from '../../functions/_shared/contract/auth.ts';
import { as, type Character, newPerson } from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';

const sql = openTestDatabase();

type Callable = { name: string; call: string };

/** What asks nobody's role: a person's own things, and plain words about what the caller holds in hand. */
const everybodys = [
  'private.caller_id',
  'private.require_account',
  'private.require_text',
  'private.refuse_invalid',
  'private.refuse_missing',
  'private.refuse_reused_key',
  'private.may',
  'private.iso_time',
  'private.nairobi_day',
  'private.normalize_for_search',
  'private.is_visible',
  'private.normal_phone_number',
  'private.slug_of',
  'private.folded_name',
  'private.person_search_text',
  'private.is_cart',
  'private.is_data_sheet',
  'private.require_json',
  'private.is_gallery',
  'private.is_to_order',
  'private.awaited_of_item',
  'private.reduced_delivery',
  'private.merged_cart',
  'private.with_first_picture',
  // Row-level security decides what they find: for whoever is no admin, nothing or their own.
  'private.import_as_json',
  'private.order_as_json',
  'private.order_delivery',
  'private.order_as_seen',
  'private.product_as_json',
  'private.transaction_as_json',
  'private.unused_slug',
  'private.save_products',
  'private.insert_product',
  'private.change_problem',
  'private.company_of',
  // They tell a number, a day and a few words of what the caller can name.
  'private.held_quantity',
  'private.payment_of_order',
  'private.promise_of_order',
  'private.is_promise_over',
  'private.waits_for_rest',
  'private.may_pay',
  'private.state_of_order',
  'private.order_settled_on',
  'private.parts_of_value',
  // About the caller alone.
  'private.lacks_second_factor',
  // What a data sheet says, which everybody reads, and whether what was typed can be read.
  'private.compared_price',
  'private.figure_text',
  'private.values_missing',
  'private.key_values_of',
  'private.follower_chain',
  'private.model_name',
  'private.movement_of_entry',
  'private.is_withheld',
  'private.day_or_time',
  'private.sheet_lines',
  'private.shipments_of_order',
  'private.pieces_back',
  // About what it is given.
  'private.without_codes',
  'private.pieces_sent',
  'private.read_specs',
  'private.specs_with_keys',
  'private.specs_with_labels',
  'private.with_spec_keys',
  'private.with_sources',
  'private.read_value',
  'public.review_data_sheet',
  // What delivery costs and who sells, which everybody reads.
  'public.shop_details',
  'public.shop_text',
  'public.delivery_quote',
  'public.my_profile',
  'public.list_my_orders',
  'public.merge_cart',
  'public.save_cart',
];

const admin = testPerson(sql, 'Owner', 'admin');
let callables: Callable[];
beforeAll(async () => {
  callables = await sql<Callable[]>`
    select p.pronamespace::regnamespace || '.' || p.proname as name,
      format('select %s.%s(%s)', p.pronamespace::regnamespace, p.proname, coalesce((
        select string_agg(format('%s::%s', case format_type(type, null)
          when 'text' then '''x''' when 'uuid' then '''00000000-0000-4000-8000-000000000000''' when 'integer' then '1'
          when 'bigint' then '1' when 'jsonb' then '''[]''' when 'boolean' then 'true' when 'date' then '''2026-01-31'''
          when 'uuid[]' then '''{}''' else 'null' end, format_type(type, null)), ', ' order by place)
        from unnest(p.proargtypes) with ordinality t (type, place)
      ), '')) as call
    from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prorettype <> 'trigger'::regtype
      and has_function_privilege('authenticated', p.oid, 'execute')
    order by 1`;
});

const codeOf = (who: Character, call: string) =>
  as(sql, who, (t) =>
    t.unsafe(call).then(() => {
      // Undone: whoever may do it has tried it with what is in no table.
      throw Object.assign(new Error(call), { code: 'answered' });
    }),
  ).catch((error: { code: string }) => error.code);

describe('a role that is removed while the token is still valid', () => {
  it('is noticed at once by every function, except those that check no role', async () => {
    await sql`update public.users set role = 'customer' where id = ${admin.userId}`;
    const answers = await Promise.all(
      callables.map(async ({ name, call }) => ({ name, code: await codeOf(admin, call) })),
    );
    expect(answers.filter(({ code }) => code !== 'PT403').map(({ name }) => name)).toEqual(everybodys.sort());
  });

  it('is noticed in the middle of a transaction too', async () => {
    await sql`update public.users set role = 'admin' where id = ${admin.userId}`;
    const seen = await as(sql, admin, async (t) => {
      const look = async () =>
        (await t`select 1 from public.users where id <> ${admin.userId} limit 1`).length;
      const before = await look();
      await sql`update public.users set role = 'customer' where id = ${admin.userId}`;
      return [before, await look()];
    });
    expect(seen).toEqual([1, 0]);
  });
});

describe('a role of staff', () => {
  const all = [
    'private.find_orders',
    'private.to_send_of',
    'public.waiting_counts',
    'public.search_dashboard',
    'public.add_order_note',
    'public.find_products',
    'public.list_all_orders',
    'public.list_order_page',
    'public.list_quotations',
    'public.order_details',
    'public.quotation_as_staff',
    'public.list_county_settings',
    'public.products_by_ids',
    'public.products_by_slugs',
    'public.standard_vat',
    'public.vat_of_product',
    'public.note_paper_print',
    'public.record_staff_activity',
  ];
  const payments = [
    'private.find_transactions',
    'public.customer_statement',
    'public.issue_invoice',
    'public.list_debtors',
    'public.list_owner_tasks',
    'public.list_transaction_page',
    'public.list_transactions',
    'public.note_withheld',
    'public.orders_to_pay',
    'public.record_payment',
    'public.share_payment',
    'public.stop_reminders',
    'public.transaction_by_id',
    'public.transaction_evidence',
  ];
  const reached: Record<string, string[]> = {
    sales: [
      ...all,
      ...payments,
      'public.add_customer_note',
      'public.change_order',
      'public.accept_quotation_as_staff',
      'public.change_quotation',
      'public.quotation_link_version',
      'public.quote_as_staff',
      'public.customer_details',
      'public.find_buyers',
      'public.find_customers',
      'public.list_pieces_at_buyers',
      'public.link_version_as_owner',
      'public.list_messages',
      'public.message_detail',
      'public.messages_to_send_again',
      'public.place_order_as_staff',
      'public.release_holds',
      'public.send_messages_again',
      'public.send_order_link',
      'public.take_message_step',
      'public.terms_of_buyer',
    ],
    warehouse: [
      ...all,
      'public.advance_order',
      'public.advance_shipment',
      'public.book_stock',
      'public.find_stock',
      'public.list_stock_movements',
      'public.pick_list',
      'public.record_shipment',
    ],
    accounts: [
      ...all,
      ...payments,
      'public.admin_stats',
      'public.broken_invariants',
      'public.close_owner_task',
      'public.close_statement_line',
      'public.correct_refund',
      'public.customer_details',
      'public.enter_etims',
      'public.export_orders',
      'public.find_customers',
      'public.list_pieces_at_buyers',
      'public.import_bank_statement',
      'public.list_bank_holidays',
      'public.list_etims_sales',
      'public.list_issued_papers',
      'public.list_sold_lines',
      'public.list_sold_payments',
      'public.owner_alerts',
      'public.preview_bank_statement',
      'public.bank_against_shop_of_day',
      'public.record_refund',
      'public.record_refund_back',
      'public.reduce_order',
      'public.reverse_payment',
      'public.sales_report',
      'public.statements_overview',
      'public.lines_of_statement',
      'public.stats_of_period',
    ],
  };

  it.each(Object.keys(reached))('%s is refused what no permission of theirs names', async (role) => {
    const person = await newPerson(sql, role, role as UserRole);
    const rights = await Promise.all(
      callables.map(async ({ name, call }) => ({ name, code: await codeOf(person, call) })),
    );
    const answered = rights.filter(({ code }) => code !== 'PT403').map(({ name }) => name);
    expect(answered.filter((name) => !everybodys.includes(name))).toEqual(reached[role]?.sort());
  });
});

describe('a file in Storage', () => {
  it('is written by the shop alone: no admin adds or changes one, nor gets an address that would outlive the role', async () => {
    await sql`update public.users set role = 'admin' where id = ${admin.userId}`;
    const name = randomUUID();
    await sql`insert into storage.objects (bucket_id, name) values ('products', ${name})`;
    const added = as(
      sql,
      admin,
      (t) => t`insert into storage.objects (bucket_id, name) values ('products', ${randomUUID()})`,
    );
    await expect(added).rejects.toMatchObject({ code: '42501' });
    const changed = await as(
      sql,
      admin,
      (t) => t`update storage.objects set name = ${randomUUID()} where name = ${name}`,
    );
    expect(changed.count).toBe(0);
    await sql`delete from storage.objects where name = ${name}`;
  });
});

describe('functions with their owner’s rights', () => {
  it('have a fixed search path, and only named roles may call them', async () => {
    const loose = await sql`
      select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosecdef and (
        not coalesce(p.proconfig, '{}') @> array['search_path=""']
        or exists (select 1 from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)
      )`;
    expect(loose).toEqual([]);
  });

  it('refuse a caller without waiting for a lock', async () => {
    const [owner, ada] = [await newPerson(sql, 'Owner', 'admin'), await newPerson(sql, 'Ada')];
    await sql.begin(async (t) => {
      await t`select 1 from public.users where id = ${owner.userId} for update`;
      const refused = as(sql, ada, async (mine) => {
        await mine`set local lock_timeout = '500ms'`;
        await mine`select public.set_user_role(${ada.userId}, 'admin')`;
      });
      await expect(refused).rejects.toMatchObject({ code: 'PT403' });
    });
  });
});
