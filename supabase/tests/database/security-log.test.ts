import { createHash } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, expect, it } from 'vitest';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { as, newPerson } from '../shop-cast.ts';

const lines: unknown[] = [];
const sql = postgres(stackUnderTest().addresses.postgres, {
  max: 1,
  onnotice: ({ severity, message }) => {
    if (severity === 'LOG') lines.push(JSON.parse(message ?? ''));
  },
  // What Postgres writes into its log is shown here too.
  connection: { client_min_messages: 'log' },
});
afterAll(() => sql.end());

it('the log names who changed a role and who was refused, by the hash of their account', async () => {
  const [owner, ada] = [await newPerson(sql, 'Owner', 'admin'), await newPerson(sql, 'Ada')];
  await sql`update public.users set email_confirmed_at = now() where id = ${ada.userId}`;
  for (const who of [ada, owner, owner])
    await as(sql, who, (t) => t`select public.set_user_role(${ada.userId}, 'admin')`).catch(() => {});
  await sql`update public.users set role = 'customer' where id in (${owner.userId}, ${ada.userId})`;
  const hash = (id: string) => createHash('sha256').update(id).digest('hex').slice(0, 16);
  expect(lines).toEqual([
    { event: 'security', what: 'forbidden', account: hash(ada.userId) },
    { event: 'security', what: 'role_changed', account: hash(owner.userId) },
  ]);
});
