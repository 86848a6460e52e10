import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { platform } from '../platform-call.ts';
import { openTestDatabase } from '../test-database.ts';
import { forgedToken, keys, tamperingScene } from './tampering-scene.ts';

/* Somebody tries to be taken for another, or for more than they are, by what Supabase's auth service lets everybody write. */
const sql = openTestDatabase();
const { scene, expectNothingTaken } = tamperingScene(sql);

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

  it('cannot be chosen by signing up at the platform directly', async () => {
    const email = `climber-${randomUUID().slice(0, 8)}@example.com`;
    await platform('POST', '/auth/v1/signup', {
      body: {
        email,
        password: 'maji-na-mawe',
        role: 'service_role',
        id: scene.member.userId,
        app_metadata: { role: 'admin' },
        data: { role: 'admin', name: 'Climber' },
      },
    });
    expect(await roleOf(email)).toEqual(['customer']);
    const [row] =
      await sql`select id = ${scene.member.userId} as "isMember" from public.users where email = ${email}`;
    expect(row).toEqual({ isMember: false });
  });

  it('does not change by claiming another customer’s address', async () => {
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
