import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { cancelAsShop, newPerson, newProduct, newSession, place, type Transaction } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { rolledBack } from '../rolled-back.ts';

const sql = openTestDatabase();

const page = readFileSync(new URL('../../../docs/retention.md', import.meta.url), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, table = '', , period = '', , removedBy = '']) => ({
    table: table.replaceAll('`', ''),
    // The last figure; what has none goes as soon as it is over.
    hours: hoursOf([...period.matchAll(/(\d+) (hour|day)s?/g)].at(-1)),
    removedBy: [...removedBy.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ''),
  }));

function hoursOf(figure?: RegExpMatchArray): number {
  const [, count = '0', unit = 'hour'] = figure ?? [];
  return Number(count) * (unit === 'day' ? 24 : 1);
}

/** Tables about the shop: products, settings, the bank's statements, staff's own work. */
const withoutPeople = [
  'attributes',
  'bank_holidays',
  'bank_statements',
  'delivery_counties',
  'order_items',
  'owner_tasks',
  'product_imports',
  'product_import_rows',
  'products',
  'refunds',
  'search_synonyms',
  'statement_lines',
  'former_slugs',
  'heartbeats',
  'invariant_check',
  'message_rules',
  'permissions',
  'product_figures',
  'order_changes',
  'paper_counters',
  'product_vat',
  'paper_signatures',
  'unissued_papers',
  'vat_rates',
  'shop_details',
  'product_texts',
  'product_words',
  'reductions',
  'expected_withheld',
  'refund_lines',
  'shares',
  'shipment_lines',
  'shipment_serials',
  'sold_lines',
  'rate_limits',
  'settings',
  'status_transitions',
  'stock_entries',
  'stock_holds',
  'shop_details',
  'stock_movements',
  'units',
];

/** Go with their buyer: see the rows of their tables. */
const erasedWords = [
  'private.customer_notes.text',
  'private.message_steps.detail',
  'private.quotations.note',
];

it('the retention page names every column of words that staff type and that an erasure leaves', async () => {
  const typed = await sql<{ name: string }[]>`
    select concat_ws('.', n.nspname, t.relname, a.attname) as name
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'c' and a.attname ~ '(reason|text|note|detail)$'
      and pg_get_constraintdef(c.oid) ~ '<= [12]000'`;
  const names = typed.map(({ name }) => name).filter((name) => !erasedWords.includes(name));
  const [, paragraph = ''] = /^“Words of staff” (.*)$/m.exec(page) ?? [];
  expect([...paragraph.matchAll(/`(\w+\.\w+\.\w+)`/g)].map(([, name]) => name).sort()).toEqual(names.sort());
});

it('the retention page names every table, except those that hold no personal data', async () => {
  const tables = await sql<{ schema: string; name: string }[]>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'private') and table_type = 'BASE TABLE'`;
  const personal = tables.filter(({ name }) => !withoutPeople.includes(name));
  expect(rows.map(({ table }) => table).sort()).toEqual(
    personal.map(({ schema, name }) => `${schema}.${name}`).sort(),
  );
});

/** Whether the row is still there. */
type IsThere = () => Promise<boolean>;
const there = async (query: PromiseLike<readonly unknown[]>) => (await query).length > 0;

/** About a sign-in that the auth service ended so many hours ago, or will end. */
function ofSignIn(table: string) {
  return async (t: Transaction, hours: number): Promise<IsThere> => {
    const { userId } = await newPerson(sql, 'Owner', 'admin');
    const id = randomUUID();
    if (hours < 0)
      await t`insert into auth.sessions (id, user_id, created_at, updated_at) values (${id}, ${userId}, now(), now())`;
    await t`insert into ${t(table)} (session_id, user_id) values (${id}, ${userId})`;
    return () => there(t`select 1 from ${t(table)} where session_id = ${id}`);
  };
}

/** Puts in a row of so many hours. */
const ofAge: Record<string, (t: Transaction, hours: number) => Promise<IsThere>> = {
  'private.sessions': async (t, hours) => {
    const sid = await newSession(sql);
    await t`update private.sessions set expire = now() - make_interval(hours => ${hours}) where sid = ${sid}`;
    return () => there(t`select 1 from private.sessions where sid = ${sid}`);
  },
  'private.session_orders': async (t, hours) => {
    const sid = await newSession(sql);
    const product = await newProduct(sql);
    const placed = await place(sql, [{ productId: product.id, quantity: 1, price: product.price }], { sid });
    await cancelAsShop(sql, placed);
    // It goes with its session.
    const { hours: ofSession = 0 } = rows.find(({ table }) => table === 'private.sessions') ?? {};
    await t`update private.sessions set expire = now() - make_interval(hours => ${ofSession + hours}) where sid = ${sid}`;
    return () => there(t`select 1 from private.session_orders where sid = ${sid}`);
  },
  'private.idempotency_keys': async (t, hours) => {
    const key = randomUUID();
    await t`insert into private.idempotency_keys (key, request_hash, reply, created_at)
      values (${key}, 'x', '{}', now() - make_interval(hours => ${hours}))`;
    return () => there(t`select 1 from private.idempotency_keys where key = ${key}`);
  },
  'private.sign_in_attempts': async (t, hours) => {
    const hash = randomUUID();
    await t`insert into private.sign_in_attempts (email_hash, source_hash, signed_in_at)
      values (${hash}, 'x', now() - make_interval(hours => ${hours}))`;
    return () => there(t`select 1 from private.sign_in_attempts where email_hash = ${hash}`);
  },
  'private.rate_counts': async (t, hours) => {
    const hash = randomUUID();
    await t`insert into private.rate_counts (action, subject, key_hash, used_until)
      values ('find_order', 'order', ${hash}, now() - make_interval(hours => ${hours}))`;
    return () => there(t`select 1 from private.rate_counts where key_hash = ${hash}`);
  },
  'private.search_misses': async (t, hours) => {
    const query = `retention ${randomUUID()}`;
    await t`insert into private.search_misses (query, last_day)
      values (${query}, (now() - make_interval(hours => ${hours}))::date)`;
    return () => there(t`select 1 from private.search_misses where query = ${query}`);
  },
  'private.quotations': async (t, hours) => {
    const id = randomUUID();
    await t`insert into private.quotations (id, request_hash, number, customer_name, customer_phone, county, lines, valid_until)
      values (${id}, '', ${id}, 'Ada', '+254712345678', '047', '[{"productId": "00000000-0000-4000-8000-000000000000", "name": "Meter", "quantity": 1, "price": 1}]', now() - make_interval(hours => ${hours}))`;
    return () => there(t`select 1 from private.quotations where id = ${id}`);
  },
  'private.email_confirmations': async (t, hours) => {
    const { userId } = await newPerson(sql, 'Ada');
    await t`insert into private.email_confirmations (user_id, email) values (${userId}, 'ada@example.com')`;
    await t`update private.email_confirmations set created_at = created_at - make_interval(hours => ${hours}),
      expires_at = expires_at - make_interval(hours => ${hours}) where user_id = ${userId}`;
    return () => there(t`select 1 from private.email_confirmations where user_id = ${userId}`);
  },
  'private.verified_sign_ins': ofSignIn('private.verified_sign_ins'),
  'private.staff_activity': ofSignIn('private.staff_activity'),
  'private.message_events': async (t, hours) => {
    const id = randomUUID();
    await t`insert into private.message_events (provider, event_id, provider_id, report, received_at)
      values ('resend', ${id}, ${id}, 'delivered', now() - make_interval(hours => ${hours}))`;
    return () => there(t`select 1 from private.message_events where event_id = ${id}`);
  },
  'private.messages': async (t, hours) => {
    const id = randomUUID();
    await t`insert into private.messages (id, kind, subject, channel, recipient, state, content, finished_at)
      values (${id}, 'confirm_email', ${id}, 'email', 'ada@example.com', 'delivered', '{"text":"Hello"}',
        now() - make_interval(hours => ${hours}))`;
    return () => there(t`select 1 from private.messages where id = ${id} and content is not null`);
  },
};

const deletedWithTime = rows.filter(({ removedBy }) => removedBy.some((name) => name !== 'erase_account'));

it.each(deletedWithTime.map(({ table, hours }) => [table, hours] as const))(
  '%s keeps what is younger than %i hours, and nothing older',
  async (table, hours) => {
    const make = ofAge[table];
    if (!make) throw new Error(`Nothing here shows that ${table} is emptied.`);
    // A day's difference where days count, an hour's where hours do.
    const step = hours > 48 ? 24 : 1;
    const left = await rolledBack(sql, async (t) => {
      const [young, old] = [await make(t, hours - step), await make(t, hours + step)];
      await t`select public.purge_expired(100000), public.queue_due_messages()`;
      return [await young(), await old()];
    });
    expect(left).toEqual([true, false]);
  },
);
