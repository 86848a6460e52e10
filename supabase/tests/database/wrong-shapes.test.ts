import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { emailField } from '../../functions/_shared/contract/contact-fields.ts';
import { codeOfDatabaseError } from '../../functions/_shared/contract/database-refusal.ts';
import { seededRandom } from '../proofs/seeded-random.ts';
import { as, newProduct, place, statementColumns } from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';

const sql = openTestDatabase();
const admin = testPerson(sql, 'Owner', 'admin');

/** By type, what no screen sends. */
const wrongValues: Record<string, (string | null)[]> = {
  text: [null, '', ' ', 'x'.repeat(50_000), 'a\nb', '<script>@x.io', '%'],
  uuid: [null, randomUUID()],
  integer: [null, '-1', '0', '1', '2147483647', '-2147483648'],
  bigint: [null, '-1', '0', '1', '9223372036854775807', '-9223372036854775808'],
  numeric: [null, 'NaN', 'Infinity', '-1', '0', '0.001', '1e30'],
  boolean: [null, 'true'],
  date: [null, '-infinity', 'infinity', '0001-01-01', '9999-12-31'],
  'timestamp with time zone': [null, '-infinity', 'infinity', '9999-12-31'],
  'uuid[]': [null, '{}', '{NULL}'],
  'text[]': [null, '{}', '{NULL}', '{""}'],
  jsonb: [null, 'null', '{}', '[]', '-1', '"x"', '[null]', '[1]', '[{}]', '[[]]', '{"x":[{}]}'],
};
const wrongLeaves = [
  null,
  -1,
  0,
  1e20,
  0.5,
  '',
  'a\nb',
  '-infinity',
  '<script>@x.io',
  'x'.repeat(50_000),
  [],
  {},
];

/** The same JSON, once with each of these in place of each of its values. */
function mutants(json: unknown): unknown[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([key, value]) =>
    [...wrongLeaves, ...mutants(value)].map((wrong) =>
      Array.isArray(json)
        ? json.map((old, i) => (String(i) === key ? wrong : old))
        : { ...json, [key]: wrong },
    ),
  );
}

/** What the functions do whose JSON has the most to it: arguments that are taken. */
let taken: Record<string, unknown[]>;
beforeAll(async () => {
  const product = await newProduct(sql);
  const placed = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }]);
  const [payment] = await sql<{ id: string }[]>`
    select id from public.transactions where order_id = ${placed.order.id}`;
  const ids = [product.id, placed.order.id, payment?.id ?? '', admin.userId];
  wrongValues.uuid?.push(...ids);
  wrongValues['uuid[]']?.push(`{${ids.join(',')}}`);

  const lines = [{ productId: product.id, quantity: 1, price: 1000 }];
  const company = { name: 'Wells Ltd', pin: 'P051234567X' };
  const statement = {
    line: 2,
    day: '2026-11-20',
    bankIndex: 'TX-1',
    reference: 'DON-1',
    amountCents: 500,
    feeCents: 1,
    row: 'x',
  };
  const orderData = {
    customerName: 'Ada Lovelace',
    customerEmail: 'ada@example.com',
    customerPhone: '+254712345678',
    customerAddress: 'Milimani, Kisumu',
    county: '042',
    company,
    accountId: admin.userId,
    deliveryPrice: 100,
    holdHours: 24,
  };
  const quotation = {
    accountId: admin.userId,
    name: 'Ada',
    email: 'ada@example.com',
    phone: '+254712345678',
    address: 'Kisumu',
    county: '042',
    company,
    deliveryPrice: 100,
    items: lines,
    lines: [{ ...lines[0], reason: null }],
  };
  const form = {
    name: 'Pump',
    category: 'fridges',
    price: 1000,
    pictures: [{ url: 'https://shop.example/a.webp', alt: 'x' }],
    stock: 1,
    is_active: true,
    specs: [{ label: 'Material', value: 'Steel' }],
    warranty_years: 1,
    weight_grams: 100,
  };
  const row = { line: 2, id: product.id, seen: { price: 1000 }, set: { price: 1001, stock: 30 } };
  taken = {
    place_order_as_staff: [
      randomUUID(),
      { orderData, items: lines, specialPrices: { [product.id]: { price: 900, reason: 'Bulk' } } },
    ],
    quote_as_staff: [randomUUID(), quotation],
    create_product: [form, randomUUID()],
    update_product: [product.id, { name: 'Pump', price: 1001, stock: 30 }, null, { price: 1000 }],
    change_products: [[row], randomUUID(), 'x'],
    import_products: [randomUUID(), 'x.csv', 0, [row], null],
    save_cart: [lines],
    merge_cart: [randomUUID(), lines],
    import_bank_statement: [randomUUID(), 'x.csv', statementColumns, [statement]],
    preview_bank_statement: [[statement]],
  };
});

/** A call of a function as SQL. Null for a type without values. */
const callOf = (name: string, types: string[], values: unknown[]) => {
  const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  const sent = types.map((type, i) =>
    values[i] === null ? `null::${type}` : `'${text(values[i]).replaceAll("'", "''")}'::${type}`,
  );
  return `select * from public.${name}(${sent.join(', ')})`;
};

// After other files the lists are long.
it(
  'whatever is sent to any function, its refusal has a code of the contract',
  { timeout: 300_000 },
  async () => {
    const functions = await sql<{ name: string; types: string[] }[]>`
    select p.proname as name, array(select format_type(t, null) from unnest(p.proargtypes) t) as types
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
    order by 1`;
    const random = seededRandom(1);
    const calls = functions.flatMap(({ name, types }) => {
      const anything = Array.from({ length: 1 + 16 * types.length }, () =>
        types.map((type) => {
          const values = wrongValues[type];
          if (!values) throw new Error(`${name} takes ${type}: say what is wrong there`);
          return values[Math.floor(random() * values.length)];
        }),
      );
      const arguments_ = taken[name] ?? [];
      const nearly = arguments_.flatMap((json, at) =>
        mutants(json).map((mutant) => arguments_.map((value, i) => (i === at ? mutant : value))),
      );
      return [...new Set([...anything, ...nearly].map((values) => callOf(name, types, values)))];
    });
    const works = Object.entries(taken).map(([name, values]) =>
      callOf(name, functions.find((one) => one.name === name)?.types ?? [], values),
    );

    const undone = new Error('all is undone');
    const replies: { call: string; reply: string }[] = [];
    await as(sql, admin, async (t) => {
      await t.unsafe(`create function pg_temp.attempt(call text) returns text language plpgsql as $$
      begin
        execute call;
        raise sqlstate 'DONE0';
      exception when others then
        return sqlstate || ' ' || sqlerrm;
      end; $$`);
      replies.push(
        ...(await t<{ call: string; reply: string }[]>`
        select c as call, pg_temp.attempt(c) as reply from unnest(${[...works, ...calls]}::text[]) c`),
      );
      throw undone;
    }).catch((error: unknown) => {
      if (error !== undone) throw error;
    });

    expect(replies.slice(0, works.length).filter(({ reply }) => !reply.startsWith('DONE0'))).toEqual([]);
    const unnamed = replies.filter(({ reply }) => {
      const [code, message] = [reply.slice(0, 5), reply.slice(6)];
      return code !== 'DONE0' && codeOfDatabaseError({ code, message }, 400) === null;
    });
    expect(unnamed.map(({ call, reply }) => `${call.slice(0, 500)}: ${reply.slice(0, 200)}`)).toEqual([]);
  },
);

it.each([
  'ada@example.com',
  "o'neil+a.b@sub.example.co.ke",
  '<script>@x.io',
  'ada@example',
  'ada@-x.com',
  'a..b@x.com',
  '.a@x.com',
  'Ada@x.com',
  'ada@x.c',
  `${'a'.repeat(65)}@x.com`,
  'a b@x.com',
  'a@x.com\n',
])('%j is an e-mail address for the database when it is one for the contract', async (email) => {
  const [row] = await sql`select private.is_email(${email}) as "isEmail"`;
  expect(row?.isEmail).toBe(emailField('x').isValidSync(email, { strict: true }));
});
