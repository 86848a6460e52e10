import { beforeAll, describe, expect, it } from 'vitest';
import { localSecrets } from '../../../local/stack/local-secrets.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { type DeepHealth, healthComponentNames } from '../../functions/_shared/contract/health.ts';
import { registered } from '../admin-visitor.ts';
import { Visitor } from '../api-visitor.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

/** As it is a moment after both jobs have run, with nothing left over from others. */
beforeAll(async () => {
  await sql`insert into private.heartbeats (job, at) values ('reconcile', now()), ('send-messages', now())
    on conflict (job) do update set at = excluded.at`;
});

const key = async () => (await localSecrets(stackUnderTest().dataFolder)).healthKey;

it('anybody may check whether the shop answers, and which release', async () => {
  expect(await new Visitor().get('/api/health')).toMatchObject({
    status: 200,
    body: { isWell: true, version: 'local' },
  });
});

describe('how its parts are', () => {
  it('is for admins, and for whoever has the key', async () => {
    const statusFor = (visitor: Visitor, headers?: Record<string, string>) =>
      visitor.get('/api/health/deep', headers);
    const ada = await registered(sql);
    expect((await statusFor(new Visitor())).status).toBe(401);
    expect((await statusFor(new Visitor(), { 'x-health-key': 'guessed' })).status).toBe(401);
    expect((await statusFor(ada)).status).toBe(403);
    await sql`delete from private.heartbeats where job = 'monitor'`;
    expect((await statusFor(await registered(sql, 'admin'))).status).toBe(200);
    expect(await sql`select 1 from private.heartbeats where job = 'monitor'`).toEqual([]);
    expect((await statusFor(new Visitor(), { 'x-health-key': await key() })).status).toBe(200);
    expect(await sql`select 1 from private.heartbeats where job = 'monitor'`).toHaveLength(1);
  });

  it('names each part, and says what the database says', async () => {
    const { body } = await new Visitor().get<DeepHealth>('/api/health/deep', { 'x-health-key': await key() });
    expect(body.components.map(({ component }) => component)).toEqual(Object.keys(healthComponentNames));
    expect(
      body.components
        .filter(({ took }) => took !== null)
        .map(({ component, problem }) => [component, problem]),
    ).toEqual(['database', 'auth', 'storage', 'bank', 'mail'].map((component) => [component, null]));
    expect(body.components.find(({ component }) => component === 'rules')).toMatchObject({
      cases: 0,
      problem: null,
    });
  });
});
