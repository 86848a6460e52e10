import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { UserRole } from '../../functions/_shared/contract/auth.ts';
import type { Order } from '../../functions/_shared/contract/orders.ts';
import { nairobiDay } from '../../functions/_shared/contract/nairobi-time.ts';
import { answerTo } from '../payment-scene.ts';
import { rolledBack } from '../rolled-back.ts';
import { type Character, newPerson, newSid, shop, type Transaction } from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { openTestDatabase } from '../test-database.ts';
import { shipmentScene } from './shipment-scene.ts';

const sql = openTestDatabase();
const { newOrder, pack, owner } = shipmentScene(sql);

/** An M-Pesa code, a waybill or a number that no other test writes. */
const newCode = () => randomUUID().replaceAll('-', '').slice(0, 10).toUpperCase();

const contact = { customerName: 'Wanjiru Doors', company: { name: 'Doors Ltd', pin: 'P051234567X' } };
/** What a payment of the order is known by. */
const codes = { payment: newCode(), refund: newCode() };
/** What leads from its parcel to a person. */
const parcel = { waybill: newCode(), serial: newCode() };
let order: { id: string; sid: string; shipmentId: string; transactionId: string };

beforeAll(async () => {
  const placed = await newOrder({ details: { county: '042', ...contact } });
  const { id } = placed.order;
  const transactionId = randomUUID();
  const record = 'public.record_payment($1, $2, $3, $4, 5000, $5)';
  await answerTo(sql, owner, record, transactionId, id, 'mpesa', codes.payment, nairobiDay());
  const { id: shipmentId } = await pack(placed, {
    lines: [{ itemId: placed.three, quantity: 2, serials: [parcel.serial] }],
    status: 'sent',
    carrier: 'G4S',
    waybill: parcel.waybill,
    reason: 'Agreed by phone',
  });
  const refund = `public.record_refund($1, $2, 100, $3, $4, 'Agreed by phone')`;
  await answerTo(sql, owner, refund, randomUUID(), transactionId, nairobiDay(), codes.refund);
  order = { id, sid: placed.sid, shipmentId, transactionId };
});

type Door = { name: string; parameters: { name: string; type: string; isRequired: boolean }[] };

/** The functions of the Data API that a role may call, with what they must be told. */
const functionsOf = (t: Transaction, { role }: Character) => t<Door[]>`
  select p.proname as name, coalesce(jsonb_agg(jsonb_build_object(
    'name', a.name, 'type', a.type::regtype, 'isRequired', a.place <= p.pronargs - p.pronargdefaults
  ) order by a.place) filter (where a.name is not null), '[]') as parameters
  from pg_proc p
  left join lateral unnest(p.proargnames[:p.pronargs], p.proargtypes::oid[]) with ordinality a (name, type, place) on true
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
    and has_function_privilege(${role}, p.oid, 'execute')
  group by p.oid order by 1`;

/** The tables and views that a role may read, with the columns. */
const tablesOf = (t: Transaction, { role }: Character) => t<{ name: string; columns: string }[]>`
  select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ') as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'v', 'm')
    and has_schema_privilege(${role}, c.relnamespace, 'usage') and has_column_privilege(${role}, c.oid, a.attnum, 'select')
  group by c.oid order by 1`;

/** Things that a function may be asked about: the order, its parcel, its payment; and words that may lead to it. */
function* questions(told: Record<string, unknown>) {
  // A part finds it; the whole would be said by what repeats the words.
  const words = [order.id.slice(-8), codes.payment.slice(0, 9)];
  const ids = [order.id, order.shipmentId, order.transactionId];
  for (const [round, id] of ids.entries())
    yield ({ name, type }: Door['parameters'][number]) => {
      if (name in told) return told[name];
      if (name === 'p_kind') return 'invoice';
      if (name === 'p_status') return 'delivered';
      const values: Record<string, unknown> = {
        uuid: name === 'p_order_id' ? order.id : name === 'p_transaction_id' ? order.transactionId : id,
        'uuid[]': [order.id],
        text: words[round % words.length],
        date: nairobiDay(),
        integer: 50,
        boolean: true,
        jsonb: /items|lines|shares|entries/.test(name) ? '[]' : '{}',
      };
      return values[type] ?? null;
    };
}

/** The functions that say one of the words to somebody, whatever they are asked; nothing that they do stays. */
async function functionsThatSay(
  words: string[],
  who: Character,
  told: Record<string, unknown> = {},
): Promise<string[]> {
  return rolledBack(sql, async (t) => {
    const doors = (await functionsOf(t, who)).filter(({ parameters }) =>
      Object.keys(told).every((name) => parameters.some((parameter) => parameter.name === name)),
    );
    expect(doors.length).toBeGreaterThan(0);
    await become(t, who);
    const saying = new Set<string>();
    for (const { name, parameters } of doors) {
      const asked = parameters.filter((one) => one.isRequired || one.name in told);
      const list = asked.map((one, i) => `${one.name} => $${i + 1}::text::${one.type}`).join(', ');
      // Many a function is told the same in each round.
      const calls = new Map(
        [...questions(told)].map((valueOf) => {
          const values = asked.map((one) => textOf(valueOf(one)));
          return [JSON.stringify(values), values];
        }),
      );
      for (const values of calls.values()) {
        const said = await t
          .savepoint(async (s) => {
            const rows = await s.unsafe<{ said: string }[]>(
              `select x::text as said from public.${name}(${list}) x`,
              values as never[],
            );
            throw new Undone(rows.map((row) => row.said).join(' '));
          })
          .catch((error: unknown) => (error instanceof Undone ? error.message : ''));
        if (words.some((word) => said.includes(word))) saying.add(name);
      }
    }
    return [...saying].sort();
  });
}

/** The tables and views that say one of the words to somebody. */
async function tablesThatSay(words: string[], who: Character): Promise<string[]> {
  return rolledBack(sql, async (t) => {
    const tables = await tablesOf(t, who);
    await become(t, who);
    const saying = [];
    for (const { name, columns } of tables) {
      const [row] = await t.unsafe<{ says: boolean }[]>(
        `select exists (select 1 from (select ${columns} from ${name}) x where x::text like any ($1)) as says`,
        [words.map((word) => `%${word}%`)] as never[],
      );
      if (row?.says) saying.push(name);
    }
    return saying;
  });
}

class Undone extends Error {}

const textOf = (value: unknown) =>
  Array.isArray(value) ? `{${value.join(',')}}` : value === null ? null : String(value);

async function become(t: Transaction, { role, userId }: Character): Promise<void> {
  await t`select set_config('role', ${role}, true),
    set_config('request.jwt.claim.sub', ${userId ?? ''}, true),
    set_config('request.jwt.claims', ${JSON.stringify({ sub: userId, role })}, true)`;
}

/** Somebody of staff with a token, and a cookie of the same sign-in. */
async function atWork(role: UserRole) {
  const person = await newPerson(sql, role, role);
  const [signIn, sid] = [randomUUID(), newSid()];
  await sql`insert into auth.sessions (id, user_id, created_at, updated_at)
    values (${signIn}, ${person.userId}, now(), now())`;
  await sql`insert into private.sessions (sid, sess, expire)
    values (${sid}, ${sql.json({ userId: person.userId, signInId: signIn })}, now() + interval '1 day')`;
  return { person, sid };
}

/** All doors of somebody of staff that say one of the words. */
async function doorsOf(role: UserRole, words: string[]) {
  const { person, sid } = await atWork(role);
  return [
    ...(await tablesThatSay(words, person)),
    ...(await functionsThatSay(words, person)),
    ...(await functionsThatSay(words, shop, { p_sid: sid })),
  ];
}

it('what a payment is known by is said by many doors to whoever may see payments, and by none to the others', async () => {
  const words = Object.values(codes);
  expect(await doorsOf('sales', words)).toEqual(
    expect.arrayContaining([
      'transactions',
      'refunds',
      'order_details',
      'list_transaction_page',
      'search_dashboard',
      'papers_of_order',
    ]),
  );
  expect(await doorsOf('warehouse', words)).toEqual([]);
}, 120_000);

it('the link of an order is given by no door to staff who may send no messages', async () => {
  const { person, sid } = await atWork('warehouse');
  expect(await refusalCode(answerTo(sql, person, 'public.link_version_as_owner($1)', order.id))).toBe(
    'forbidden',
  );
  expect(await functionsThatSay(['"view": "staff"'], shop, { p_sid: sid })).toContain('visible_order');
  expect(await functionsThatSay(['linkVersion'], shop, { p_sid: sid })).toEqual([]);
}, 120_000);

it('a link of an order says nothing that leads to its buyer', async () => {
  const words = [contact.customerName, ...Object.values(contact.company), 'Kisumu', '254712345678'];
  const whole = await answerTo<Order>(sql, shop, 'public.visible_order($1, $2)', order.sid, order.id);
  const secrets = [...words, codes.payment, ...Object.values(parcel), whole.delivery.promise];
  for (const secret of secrets) expect(JSON.stringify(whole)).toContain(secret);
  expect(await functionsThatSay([order.id], shop, { p_sid: '', p_link_version: 1 })).toContain(
    'visible_order',
  );
  expect(await functionsThatSay(secrets, shop, { p_sid: '', p_link_version: 1 })).toEqual([]);
}, 120_000);
