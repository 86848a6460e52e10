import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Heard, platform } from '../platform-call.ts';
import { orderRequest } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import {
  addresses,
  forgedToken,
  keys,
  ledgerOf,
  openScene,
  type Scene,
  secretWords,
  sidOf,
} from './tampering-scene.ts';

/*
 * The shop's API is not the only door: Supabase's own stands open to everybody with the key that is in every browser.
 * Here it is tried with that key and with the token of an ordinary customer.
 */
const sql = openTestDatabase();
let scene: Scene;

beforeAll(async () => {
  await sql`update public.transactions set next_ask_at = 'infinity' where status <> 'completed'`;
  scene = await openScene(sql);
});

const visitors: [string, () => string | undefined][] = [
  ['a visitor', () => undefined],
  ['a customer', () => scene.insider.accessToken],
];

/** Afterwards everything is as before, and no answer shows what is another's. */
async function expectNothingTaken(trick: () => Promise<Heard[]>): Promise<Heard[]> {
  const before = await ledgerOf(sql, scene);
  const answers = await trick();
  expect(await ledgerOf(sql, scene)).toEqual(before);
  for (const { text } of answers) {
    expect(text).not.toContain(secretWords.person);
    expect(text).not.toContain(secretWords.hiddenProduct);
  }
  return answers;
}

const tablesOf = async () =>
  (
    await sql<{ name: string }[]>`select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p') order by 1`
  ).map(({ name }) => name);

/** What one would write, were it allowed; for a table nobody thought of here, a row with an id. */
const wishes = (table: string): Record<string, unknown> =>
  ({
    orders: { status: 'paid', total_amount: 1, user_id: scene.insider.userId },
    order_items: { price: 1, quantity: 1 },
    transactions: { status: 'completed', amount: 1, transaction_id: 'TX-1' },
    products: { price: 1, stock: 999, is_active: true },
    shop_products: { price: 1, stock: 999 },
    users: { role: 'admin' },
    owner_tasks: { closing_reason: 'done', closed_at: '2026-01-01' },
    carts: { user_id: scene.member.userId, items: [] },
  })[table] ?? { id: randomUUID() };

const rowsOf = (table: string): string =>
  ({
    orders: `id=eq.${scene.victim.order.id}`,
    order_items: `order_id=eq.${scene.member.order.id}`,
    products: `id=eq.${scene.dear.id}`,
    shop_products: `id=eq.${scene.dear.id}`,
    users: `id=eq.${scene.insider.userId}`,
    carts: `user_id=eq.${scene.member.userId}`,
  })[table] ?? 'id=not.is.null';

describe.each(visitors)('%s at the Data API', (_, token) => {
  it('writes no row of any table', async () => {
    for (const table of await tablesOf()) {
      const path = `/rest/v1/${table}`;
      const wish = wishes(table);
      const json = (method: string, query: string, body: unknown, prefer = 'return=representation') =>
        platform(method, path + query, { token: token(), body, headers: { prefer } });
      const answers = await expectNothingTaken(async () => [
        await json('POST', '', wish),
        await json('POST', '', [wish, wish]),
        await json(
          'POST',
          '?on_conflict=id',
          { id: scene.insider.userId, ...wish },
          'resolution=merge-duplicates',
        ),
        await json('PATCH', `?${rowsOf(table)}`, wish),
        await json('PATCH', '?id=not.is.null', wish),
        await json('PUT', `?${rowsOf(table)}`, wish),
        await json('DELETE', `?${rowsOf(table)}`, undefined),
        await json('DELETE', '?id=not.is.null', undefined),
      ]);
      const written = answers.filter(({ status, text }) => status < 300 && text !== '' && text !== '[]');
      expect([table, written.map(({ text }) => text)]).toEqual([table, []]);
    }
  });

  it('writes nothing into the profile of another', async () => {
    const wish = { name: 'Not me', phone: '+254700000009', address: 'Elsewhere' };
    await expectNothingTaken(async () => [
      await platform('PATCH', `/rest/v1/users?id=eq.${scene.member.userId}`, { token: token(), body: wish }),
      await platform('PATCH', `/rest/v1/users?id=neq.${scene.insider.userId}`, {
        token: token(),
        body: wish,
      }),
      await platform('POST', '/rest/v1/users?on_conflict=id', {
        token: token(),
        body: { id: scene.member.userId, email: scene.member.email, ...wish },
        headers: { prefer: 'resolution=merge-duplicates' },
      }),
    ]);
  });

  it('reads no row that is another’s', async () => {
    const answers = await expectNothingTaken(() =>
      Promise.all(
        [
          ...['orders?select=*', `orders?id=eq.${scene.member.order.id}`, 'order_items?select=*,orders(*)'],
          ...['users?select=*', `users?id=eq.${scene.member.userId}`, 'users?select=*,orders(*)'],
          ...['transactions?select=*', 'owner_tasks?select=*', 'products?select=*,order_items(*,orders(*))'],
          ...[
            'products?is_active=eq.false',
            'shop_products?is_active=eq.false',
            'products?or=(is_active.is.false)',
          ],
          ...[
            'orders?or=(user_id.is.null,user_id.not.is.null)',
            'orders?select=customer_email&order=created_at',
          ],
          ...['transactions?select=trace,orders(customer_name)', 'orders?select=count', 'carts?select=*'],
        ].map((query) => platform('GET', `/rest/v1/${query}`, { token: token() })),
      ),
    );
    const rows = answers.filter(({ status }) => status < 300).map(({ text }) => text);
    expect(rows.join()).not.toContain(scene.member.order.id);
    expect(rows.join()).not.toContain(scene.victim.order.id);
  });

  it.each(['private', 'auth', 'storage', 'extensions', 'supabase_migrations', 'pg_catalog'])(
    'does not see the schema %s',
    async (schema) => {
      const tables = [
        'sessions',
        'idempotency_keys',
        'stock_holds',
        'gateway_answers',
        'invariants',
        'users',
        'objects',
      ];
      const answers = await expectNothingTaken(async () => {
        const heard: Heard[] = [];
        for (const table of [...tables, 'schema_migrations', 'pg_authid']) {
          heard.push(
            await platform('GET', `/rest/v1/${table}`, {
              token: token(),
              headers: { 'accept-profile': schema },
            }),
            await platform('GET', `/rest/v1/${schema}.${table}`, { token: token() }),
            await platform('POST', `/rest/v1/${table}`, {
              token: token(),
              body: { sid: 'a'.repeat(64), expire: '2099-01-01' },
              headers: { 'content-profile': schema },
            }),
          );
        }
        return heard;
      });
      for (const { status, text } of answers) {
        // `users` of the schema public answers under its own name: with the caller's own row at most.
        if (status < 300) expect(JSON.parse(text || '[]')).toSatisfy(isOwnAtMost);
      }
    },
  );

  it('calls no function that touches what is another’s', async () => {
    const functions = await sql<{ name: string; parameters: string[]; types: string[]; isOpen: boolean }[]>`
      select p.proname as name, coalesce(p.proargnames, '{}') as parameters, array(select format_type(type, null) from unnest(p.proargtypes) type) as types,
        has_function_privilege(${token() ? 'authenticated' : 'anon'}, p.oid, 'execute') as "isOpen"
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype`;
    expect(functions.length).toBeGreaterThan(12);
    for (const { name, parameters, types, isOpen } of functions) {
      const body = Object.fromEntries(
        types.map((type, i) => [parameters[i] ?? '', argument(parameters[i] ?? '', type)]),
      );
      const [answer] = await expectNothingTaken(async () => [
        await platform('POST', `/rest/v1/rpc/${name}`, { token: token(), body }),
        await platform(
          'GET',
          `/rest/v1/rpc/${name}?${new URLSearchParams({ p_order_id: scene.member.order.id })}`,
          {
            token: token(),
          },
        ),
      ]);
      if (!isOpen) expect(answer?.status, name).toBeGreaterThanOrEqual(400);
    }
    for (const name of ['sell', 'open_transaction', 'open_task', 'is_admin']) {
      await expectNothingTaken(async () => [
        await platform('POST', `/rest/v1/rpc/${name}`, {
          token: token(),
          body: { p_order_id: scene.thief.order.id, p_amount: 1 },
          headers: { 'content-profile': 'private' },
        }),
      ]);
    }
  });

  it('stores nothing, moves nothing, takes nothing away', async () => {
    const picture = { 'content-type': 'image/png', 'x-upsert': 'true' };
    const calls: [string, string, unknown?, Record<string, string>?][] = [
      ['POST', 'object/products/pwned.png', 'x', picture],
      ['PUT', 'object/products/pwned.png', 'x', picture],
      ['POST', 'object/products/..%2F..%2Fsecrets.json', 'x', picture],
      ['POST', 'object/other/pwned.png', 'x', picture],
      ['DELETE', 'object/products/pwned.png'],
      ['DELETE', 'object/products', { prefixes: ['pwned.png'] }],
      ['POST', 'object/move', { bucketId: 'products', sourceKey: 'a.png', destinationKey: 'b.png' }],
      ['POST', 'object/copy', { bucketId: 'products', sourceKey: 'a.png', destinationKey: 'b.png' }],
      ['POST', 'object/upload/sign/products/pwned.png', {}],
      ['POST', 'bucket', { id: 'mine', name: 'mine', public: true }],
      ['PUT', 'bucket/products', { public: false, file_size_limit: 1 }],
      ['POST', 'bucket/products/empty', {}],
      ['DELETE', 'bucket/products'],
      ['GET', 'object/public/products/..%2F..%2Fsecrets.json'],
      ['GET', 'object/products/..%2F..%2F..%2Fsecrets.json'],
    ];
    for (const [method, path, body, headers] of calls) {
      const [answer] = await expectNothingTaken(async () => [
        await platform(method, `/storage/v1/${path}`, { token: token(), body, headers }),
      ]);
      expect(answer?.text).not.toMatch(/postgresPassword|reconcileKey/);
    }
  });

  it('is no administrator of accounts', async () => {
    const { userId } = scene.member;
    const admin = {
      email_confirm: true,
      password: 'stolen-one',
      role: 'service_role',
      app_metadata: { role: 'admin' },
    };
    await expectNothingTaken(async () => [
      await platform('GET', '/auth/v1/admin/users', { token: token() }),
      await platform('POST', '/auth/v1/admin/users', {
        token: token(),
        body: { email: 'x@example.com', ...admin },
      }),
      await platform('PUT', `/auth/v1/admin/users/${userId}`, { token: token(), body: admin }),
      await platform('DELETE', `/auth/v1/admin/users/${userId}`, { token: token() }),
      await platform('POST', '/auth/v1/admin/generate_link', {
        token: token(),
        body: { type: 'magiclink', email: scene.member.email },
      }),
      await platform('POST', '/auth/v1/invite', { token: token(), body: { email: 'y@example.com' } }),
    ]);
    const again = await platform('POST', '/auth/v1/token?grant_type=password', {
      body: { email: scene.member.email, password: scene.member.password },
    });
    expect(again.status).toBe(200);
  });

  it('does not call reconciliation, nor the functions behind the edge proxy', async () => {
    const guesses: Record<string, string>[] = [
      {},
      { 'x-reconcile-key': '' },
      { 'x-reconcile-key': keys.publishable },
      { 'x-reconcile-key': 'guess' },
    ];
    const untouchedAfter = async () => {
      await sql`update public.transactions set next_ask_at = now() - interval '1 second', asked_at = null
        where order_id = ${scene.thief.order.id}`;
      for (const headers of guesses) {
        const [answer] = await expectNothingTaken(async () => [
          await platform('POST', '/functions/v1/reconcile', { token: token(), headers, body: {} }),
          await platform('POST', '/functions/v1/reconcile?key=guess', { token: token(), body: {} }),
          await platform('POST', '/functions/v1/api/orders', {
            token: token(),
            headers: { ...headers, 'x-shop-origin': addresses.site, 'idempotency-key': randomUUID() },
            body: orderRequest([{ productId: scene.dear.id, quantity: 1, price: scene.dear.price }]),
          }),
        ]);
        expect(answer?.status).toBe(403);
      }
      const [row] =
        await sql`select next_ask_at < now() and asked_at is null as untouched from public.transactions where order_id = ${scene.thief.order.id}`;
      return row?.untouched as boolean;
    };
    // The shop's own clock, which rings once a minute, may ring in between. Who gets through does so every time.
    expect((await untouchedAfter()) || (await untouchedAfter())).toBe(true);
    await sql`update public.transactions set next_ask_at = 'infinity' where order_id = ${scene.thief.order.id}`;
  });
});

describe('who a customer is', () => {
  const roleOf = async (email: string) =>
    (await sql<{ role: string }[]>`select role from public.users where email = ${email}`).map(
      ({ role }) => role,
    );

  it.each<[string, object]>([
    ['their own data', { data: { role: 'admin', is_admin: true } }],
    [
      'the platform’s data',
      { app_metadata: { role: 'admin', roles: ['service_role'] }, raw_app_meta_data: { role: 'admin' } },
    ],
    ['the role of the database', { role: 'service_role', aud: 'service_role', is_super_admin: true }],
  ])('is not changed by writing %s', async (_, body) => {
    const { email, password } = scene.insider;
    await platform('PUT', '/auth/v1/user', { token: scene.insider.accessToken, body });
    const { body: session } = await platform<{ access_token: string }>(
      'POST',
      '/auth/v1/token?grant_type=password',
      {
        body: { email, password },
      },
    );
    const token = session.access_token;
    expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      role: 'authenticated',
      sub: scene.insider.userId,
    });
    expect(await roleOf(email)).toEqual(['customer']);
    const users = await platform('GET', '/rest/v1/users?select=id', { token });
    expect(JSON.parse(users.text)).toEqual([{ id: scene.insider.userId }]);
    const tasks = await platform('GET', '/rest/v1/transactions?select=id', { token });
    expect(JSON.parse(tasks.text)).toEqual([]);
  });

  it('is not chosen when signing up past the shop', async () => {
    const email = `climber-${randomUUID().slice(0, 8)}@example.com`;
    await platform('POST', '/auth/v1/signup', {
      body: {
        ...{ email, password: 'maji-na-mawe', role: 'service_role', id: scene.member.userId },
        ...{ app_metadata: { role: 'admin' }, data: { role: 'admin', name: 'Climber' } },
      },
    });
    expect(await roleOf(email)).toEqual(['customer']);
    const [row] =
      await sql`select id = ${scene.member.userId} as "isMember" from public.users where email = ${email}`;
    expect(row).toEqual({ isMember: false });
  });

  it('is not another by taking their address', async () => {
    await platform('PUT', '/auth/v1/user', {
      token: scene.insider.accessToken,
      body: { email: scene.member.email, email_confirmed_at: '2026-01-01' },
    });
    const rows = await sql`select id from public.users where email = ${scene.member.email}`;
    expect(rows).toEqual([{ id: scene.member.userId }]);
    const orders = await platform('POST', '/rest/v1/rpc/list_my_orders', {
      token: scene.insider.accessToken,
      body: {},
    });
    expect(JSON.parse(orders.text)).toEqual([]);
  });

  it.each<[string, () => string]>([
    ['without a signature', () => forgedToken({ sub: scene.member.userId, role: 'service_role' }, 'none')],
    [
      'signed with a guess',
      () =>
        forgedToken(
          { sub: scene.member.userId, role: 'service_role' },
          'HS256',
          'super-secret-jwt-token-with-at-least-32-characters-long',
        ),
    ],
    [
      'signed with the publishable key',
      () => forgedToken({ sub: scene.member.userId, role: 'authenticated' }, 'HS256', keys.publishable),
    ],
    [
      'signed with nothing',
      () => forgedToken({ sub: scene.member.userId, role: 'authenticated' }, 'HS256', ''),
    ],
    [
      'of a true one with another name in it',
      () =>
        scene.insider.accessToken
          .split('.')
          .map((part, i) =>
            i === 1
              ? Buffer.from(
                  JSON.stringify({ sub: scene.member.userId, role: 'service_role', exp: 4e9 }),
                ).toString('base64url')
              : part,
          )
          .join('.'),
    ],
    ['that is the word of the secret key', () => 'sb_secret_guess'],
  ])('is not forged by a token %s', async (_, token) => {
    await expectNothingTaken(async () => [
      await platform('GET', '/rest/v1/orders?select=*', { token: token() }),
      await platform('GET', '/rest/v1/users?select=*', { token: token() }),
      await platform('PATCH', `/rest/v1/users?id=eq.${scene.insider.userId}`, {
        token: token(),
        body: { role: 'admin' },
      }),
      await platform('PATCH', `/rest/v1/products?id=eq.${scene.dear.id}`, {
        token: token(),
        body: { price: 1 },
      }),
      await platform('GET', '/rest/v1/orders?select=*', { headers: { apikey: token() }, token: token() }),
    ]);
  });
});

/** What a thief would give for a parameter of that name; for one that nobody thought of here, something of its type. */
function argument(parameter: string, type: string): unknown {
  const { thief, victim, member, dear } = scene;
  const trace = thief.payment.fields.Lite_Merchant_Trace;
  const approval = {
    status: '0',
    trace,
    reference: thief.payment.fields.MerchantReference,
    amountCents: '5000',
    transactionIndex: 'TX-1',
  };
  const known: Record<string, unknown> = {
    p_sid: sidOf(victim.visitor),
    p_old_sid: sidOf(victim.visitor),
    p_new_sid: 'b'.repeat(64),
    p_order_id: victim.order.id,
    p_trace: trace,
    p_answer: approval,
    p_asked_by: 'owner',
    p_key: randomUUID(),
    p_request_hash: 'x',
    p_request: orderRequest([{ productId: dear.id, quantity: 1, price: dear.price }]),
    p_sess: { userId: member.userId },
  };
  const ofType: Record<string, unknown> = { uuid: victim.order.id, text: 'x', jsonb: [], boolean: true };
  return known[parameter] ?? ofType[type] ?? (type.endsWith('[]') ? [] : 1);
}

function isOwnAtMost(rows: unknown): boolean {
  return (
    Array.isArray(rows) &&
    rows.every((row: { id?: string }) => row.id === scene.insider.userId) &&
    rows.length <= 1
  );
}
