import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { as, newPerson, newSid } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { rolledBack } from '../rolled-back.ts';

const sql = openTestDatabase();
beforeAll(async () => {
  await sql`update private.rate_limits set most = suggested`;
});
// Other files of this stack meet no limits.
afterAll(() => sql`update private.rate_limits set most = 1000000`);

/** Why a table does not grow without end, whatever a visitor does. */
type Bound =
  /** Each row is caused by a use of one of these limits, `action subject`. */
  | { limits: string[] }
  /** At most one row for each value of these columns, whose tables have bounds of their own. */
  | { onePer: string[] }
  /** So many rows, as a test below shows. */
  | { most: string }
  /** Visitors cause no rows. */
  | 'staff'
  | 'bank or provider'
  | 'fixed';

const ofOrders = ['place_order address_day', 'place_order address'];
const bounds: Record<string, Bound> = {
  'private.blocked_addresses': { onePer: ['channel', 'address', 'kind'] },
  'private.paper_counters': 'fixed',
  'private.papers': 'bank or provider',
  'private.unissued_papers': { onePer: ['order_id'] },
  'private.paper_signatures': 'staff',
  'private.vat_rates': 'staff',
  'public.product_vat': 'staff',
  'private.customer_notes': 'staff',
  'private.email_confirmations': {
    limits: ['register address', 'confirmation_mail account', 'new_password account'],
  },
  'private.expected_withheld': 'staff',
  'private.customer_terms': 'staff',
  'private.former_slugs': 'staff',
  'private.gateway_answers': { limits: ['ask_bank all', 'check_payment order', 'pay_order order'] },
  'private.heartbeats': 'fixed',
  'private.idempotency_keys': { limits: ofOrders },
  'private.invariant_check': 'fixed',
  'private.message_events': 'bank or provider',
  'private.message_rules': 'fixed',
  'private.paybill_payments': 'bank or provider',
  'private.permissions': 'fixed',
  'private.message_steps': 'staff',
  'private.messages': {
    limits: [
      ...ofOrders,
      'pay_order order',
      'register address',
      'confirmation_mail account',
      'new_password account',
    ],
  },
  'private.order_addresses': 'staff',
  'private.order_changes': 'staff',
  'private.product_figures': 'staff',
  'private.product_import_rows': 'staff',
  'private.product_texts': 'staff',
  'private.product_words': 'staff',
  // One row for each key of a use that was let through; deleted as soon as it counts for nothing.
  'private.rate_counts': { onePer: ['action', 'subject', 'key_hash'] },
  'private.rate_limits': 'fixed',
  'private.quotations': { limits: ['ask_quotation address_day', 'ask_quotation address'] },
  'private.recovery_codes': 'staff',
  // Staff agree on them; a buyer cancels each order once.
  'private.reductions': { limits: ofOrders },
  'private.refund_lines': 'staff',
  'private.search_misses': { most: 'a thousand' },
  'private.second_factors': 'staff',
  'private.sent_messages': 'bank or provider',
  'private.session_orders': { limits: ofOrders },
  // Of an account; those of guests begin with an order.
  'private.sessions': { most: 'a hundred of an account' },
  'private.settings': 'fixed',
  'private.shop_details': 'fixed',
  'private.shares': 'bank or provider',
  'private.shipment_lines': 'staff',
  'private.shipment_serials': 'staff',
  'private.shipments': 'staff',
  'private.sign_in_attempts': { limits: ['sign_in address'] },
  'private.sold_lines': 'bank or provider',
  'private.staff_activity': 'staff',
  'private.status_transitions': 'fixed',
  'private.stock_entries': 'staff',
  'private.stock_holds': { onePer: ['order_id', 'product_id'] },
  'private.stock_movements': 'staff',
  'private.units': 'fixed',
  'private.verified_sign_ins': 'staff',
  'public.attributes': 'staff',
  'public.bank_holidays': 'staff',
  'public.bank_statements': 'staff',
  'public.carts': { onePer: ['user_id'] },
  'public.delivery_counties': 'fixed',
  'public.history': {
    limits: [...ofOrders, 'change_profile account', 'register address', 'pay_order order'],
  },
  'public.order_items': { onePer: ['order_id', 'product_id'] },
  'public.order_notes': 'staff',
  'public.orders': { limits: ofOrders },
  'public.owner_tasks': 'bank or provider',
  'public.product_imports': 'staff',
  'public.products': 'staff',
  'public.refunds': 'staff',
  'public.search_synonyms': 'staff',
  'public.statement_lines': 'staff',
  'public.transactions': { limits: [...ofOrders, 'pay_order order'] },
  'public.users': { limits: ['register address'] },
};

it('every table has a bound, and none is listed that does not exist', async () => {
  const tables = await sql<{ name: string }[]>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in ('public', 'private') and table_type = 'BASE TABLE' order by 1`;
  expect(Object.keys(bounds).sort()).toEqual(tables.map(({ name }) => name).sort());
});

it('every limit that is a bound exists', async () => {
  const rows = await sql<{ name: string }[]>`
    select action || ' ' || subject as name from private.rate_limits`;
  const named = Object.values(bounds).flatMap((bound) =>
    typeof bound === 'object' && 'limits' in bound ? bound.limits : [],
  );
  expect(named.filter((name) => rows.every((row) => row.name !== name))).toEqual([]);
});

const onePer = Object.entries(bounds).flatMap(([table, bound]) =>
  typeof bound === 'object' && 'onePer' in bound ? [[table, bound.onePer] as const] : [],
);
it.each(onePer)('%s has one row for each %j', async (table, columns) => {
  const keys = await sql<{ columns: string[] }[]>`
    select array(select a.attname::text from unnest(i.indkey[0:i.indnkeyatts - 1]) k join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k) as columns
    from pg_index i where i.indrelid = ${table}::regclass and i.indisunique and i.indpred is null`;
  expect(keys.map((key) => key.columns.sort())).toContainEqual([...columns].sort());
});

it('an account changes its profile twenty times a day, with a token of its own too; the history keeps each', async () => {
  const ada = await newPerson(sql, 'Ada');
  const change = (name: string) =>
    as(sql, ada, (t) => t`update public.users set name = ${name} where id = ${ada.userId}`);
  const refusals: unknown[] = [];
  for (let i = 0; i < 30; i += 1) await change(`Ada ${i}`).catch((error: unknown) => refusals.push(error));
  expect(refusals).toHaveLength(10);
  expect(refusals[0]).toMatchObject({
    code: 'PT429',
    message: 'too_many_requests',
    detail: expect.stringMatching(/^\d+$/),
  });
  const entries =
    await sql`select 1 from public.history where row_id = ${ada.userId} and after ->> 'name' like 'Ada %'`;
  expect(entries).toHaveLength(20);
  // What changes nothing is not counted.
  await as(sql, ada, (t) => t`update public.users set name = name where id = ${ada.userId}`);
});

it('of invented searches a thousand are kept; the rare go first, and one that is made again comes up', async () => {
  const kept = await rolledBack(sql, async (t) => {
    await t`delete from private.search_misses`;
    await t`insert into private.search_misses (query, times) select 'invented ' || n, 1 from generate_series(1, 1000) n`;
    await t`update private.search_misses set times = 5 where query = 'invented 1'`;
    const miss = (query: string) => t`select public.record_search_miss(${query})`;
    for (let i = 0; i < 50; i += 1) {
      await miss(`made up ${String.fromCharCode(97 + (i % 26))}${'x'.repeat(i)}`);
      await miss('seismograph');
    }
    const rows = await t<{ query: string; times: number }[]>`select query, times from private.search_misses`;
    return { count: rows.length, of: (query: string) => rows.find((row) => row.query === query)?.times };
  });
  expect(kept.count).toBe(1000);
  expect(kept.of('invented 1')).toBe(5);
  expect(kept.of('seismograph')).toBeGreaterThan(40);
});

it('an account is signed in at a hundred places: one more ends that which was used longest ago, with its tokens', async () => {
  const { userId } = await newPerson(sql, 'Ada');
  const signIn = (minutesAgo: number) =>
    sql.begin(async (t) => {
      const [sid, signInId] = [newSid(), randomUUID()];
      await t`insert into auth.sessions (id, user_id, created_at, updated_at) values (${signInId}, ${userId}, now(), now())`;
      await t`select public.open_session(${sid}, ${t.json({ userId, signInId })}, 30)`;
      await t`update private.sessions set last_used_at = now() - make_interval(mins => ${minutesAgo}) where sid = ${sid}`;
      return signInId;
    });
  const oldest = await signIn(1000);
  for (let i = 0; i < 100; i += 1) await signIn(i);
  const [{ sessions, tokens } = {}] = await sql<{ sessions: number; tokens: number }[]>`
    select (select count(*)::int from private.sessions where sess ->> 'userId' = ${userId}) as sessions,
      (select count(*)::int from auth.sessions where user_id = ${userId}) as tokens`;
  expect([sessions, tokens]).toEqual([100, 100]);
  expect(await sql`select 1 from auth.sessions where id = ${oldest}`).toEqual([]);
});

it('attempts with invented addresses are forgotten after a day, those of a known place are not', async () => {
  const hash = createHash('sha256').update(randomUUID()).digest('hex');
  const left = await rolledBack(sql, async (t) => {
    await t`insert into private.sign_in_attempts (email_hash, source_hash, failures, failed_at, signed_in_at) values
      (${hash}, 'invented', 1, now() - interval '25 hours', null), (${hash}, 'of today', 1, now() - interval '23 hours', null),
      (${hash}, 'known', 1, now() - interval '25 hours', now() - interval '30 days')`;
    await t`select public.purge_expired(100000)`;
    return t<
      { source: string }[]
    >`select source_hash as source from private.sign_in_attempts where email_hash = ${hash}`;
  });
  expect(left.map(({ source }) => source).sort()).toEqual(['known', 'of today']);
});
