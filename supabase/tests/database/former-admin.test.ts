import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { as, type Character, newPerson } from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';

const sql = openTestDatabase();

type Callable = { name: string; call: string };

/** What asks nobody's role: a person's own things, and plain words about what the caller holds in hand. */
const everybodys = [
  ...[
    'private.caller_id',
    'private.require_account',
    'private.is_admin',
    'private.iso_time',
    'private.masked_card',
    'private.normalize_for_search',
    'private.normal_phone_number',
    'private.slug_of',
  ],
  ...[
    'private.phone_search_text',
    'private.low_stock',
    'private.is_cart',
    'private.is_data_sheet',
    'private.is_gallery',
    'private.merged_cart',
    'private.with_first_picture',
  ],
  // Row-level security decides what they find: for whoever is no admin, nothing or their own.
  ...[
    'private.transaction_row_as_json',
    'private.import_as_json',
    'private.statement_as_json',
    'private.order_as_json',
    'private.order_delivery',
    'private.order_as_seen',
    'private.product_as_json',
  ],
  ...[
    'private.task_as_json',
    'private.task_outcomes',
    'private.transaction_as_json',
    'private.user_as_json',
    'private.unused_slug',
  ],
  ...[
    'private.set_product_cells',
    'private.save_products',
    'private.insert_product',
    'private.write_import_rows',
    'private.change_problem',
    'private.check_product_rows',
    'private.row_problem',
    'private.lock_products',
  ],
  // They tell a number, a day and one word of what the caller can name.
  ...[
    'private.available_quantity',
    'private.held_quantity',
    'private.amount_due',
    'private.payment_of_order',
    'private.payment_step',
    'private.order_settled_on',
    'private.settled_on',
  ],
  // What a data sheet says, which everybody reads, and whether what was typed can be read.
  ...[
    'private.compared_price',
    'private.figure_range',
    'private.figure_text',
    'private.fits',
    'private.fits_figure',
    'private.fitting_products',
    'private.is_sold_alone',
    'private.key_figures_of',
    'private.model_name',
    'private.names_in',
    'private.products_named_in',
    'private.page_product',
    'private.product_page',
    'private.products_on_sale',
    'private.product_sheet',
    'private.shares_a_word',
    'private.sold_separately',
    'private.sheet_lines',
    'private.read_specs',
    'private.specs_with_keys',
    'private.specs_with_labels',
    'private.with_spec_keys',
    'private.with_spec_labels',
    'private.read_value',
    'private.watts_in_unit',
    'public.product_page',
    'public.review_data_sheet',
  ],
  // What is on sale, which everybody finds.
  ...['private.search_products', 'public.search_products'],
  ...['private.count_products', 'private.list_products', 'private.product_facets', 'private.search_hits'],
  ...['public.count_products', 'public.list_products', 'public.product_facets'],
  // What delivery costs, which everybody reads.
  ...['private.delivery_quote', 'public.delivery_quote'],
  ...['private.suggest_products', 'public.suggest_products'],
  ...['private.product_index', 'public.product_index'],
  ...['public.list_my_orders', 'public.merge_cart', 'public.save_cart'],
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
  as(sql, who, (t) => t.unsafe(call).then(() => 'answered')).catch((error: { code: string }) => error.code);

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

describe('a signed address for a picture', () => {
  it('would outlive the role, so it is given to no admin either', async () => {
    const add = (operation: string) =>
      as(sql, admin, async (t) => {
        await t`select set_config('storage.operation', ${operation}, true)`;
        await t`insert into storage.objects (bucket_id, name) values ('products', ${randomUUID()})`;
        throw new Error('allowed, and undone');
      }).catch((error: { code?: string; message: string }) => error.code ?? error.message);
    await sql`update public.users set role = 'admin' where id = ${admin.userId}`;
    expect(await add('storage.object.upload')).toBe('allowed, and undone');
    expect(await add('storage.object.sign_upload_url')).toBe('42501');
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

  it('that the Data API shows are exactly these, and none is for visitors', async () => {
    const rows = await sql<{ role: string; names: string[] }[]>`
      select r.role, array_agg(p.proname::text order by p.proname) as names
      from pg_proc p join unnest(array['anon', 'authenticated', 'service_role']) r (role) on has_function_privilege(r.role, p.oid, 'execute')
      where p.prosecdef and p.pronamespace = 'public'::regnamespace group by r.role`;
    expect(Object.fromEntries(rows.map(({ role, names }) => [role, names]))).toEqual({
      // Their first statement checks the caller: see above.
      authenticated: [
        'admin_stats',
        'advance_order',
        'broken_invariants',
        'check_invariants',
        'close_owner_task',
        'correct_refund',
        'list_messages',
        'message_detail',
        'note_staff_use',
        'owner_alerts',
        'preview_bank_statement',
        'reconciliation_of_day',
        'record_refund',
        'renew_link_as_owner',
        'set_user_role',
        'settlement_overview',
        'stats_of_period',
      ],
      service_role: [
        'account_export',
        'claim_order',
        'confirm_email',
        'erase_account',
        'note_password',
        'purge_expired',
        'record_search_miss',
        'request_email_confirmation',
        'schedule_jobs',
        'shop_health',
      ],
    });
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
