import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestStack, type TestStack } from '../../../local/testing/test-stack.ts';
import type { LocalMail } from '../local-mail.ts';

/*
 * On a stack of its own: its api function has served no request yet, and the timer that stands for the scheduler is a
 * minute away.
 */
let stack: TestStack;
let sql: postgres.Sql;
beforeAll(async () => {
  stack = await startTestStack();
  sql = postgres(stack.description.addresses.postgres, { max: 1 });
}, 120_000);
afterAll(async () => {
  await sql.end();
  await stack.stop();
});

it('a scheduler that has been dead for 15 minutes is reported by a call of the API, once', async () => {
  const { site, mailbox } = stack.description.addresses;
  const heartbeats = () =>
    sql<{ job: string; at: Date }[]>`select job, at from private.heartbeats order by job`;
  await sql`
    insert into private.heartbeats (job, at)
    select job, now() - interval '16 minutes' from unnest(array['reconcile', 'send-messages']) job
    on conflict (job) do update set at = excluded.at`;
  const last = await heartbeats();

  const browse = () =>
    Promise.all(Array.from({ length: 8 }, async () => (await fetch(`${site}/api/products?limit=1`)).status));
  expect(await browse()).toEqual(Array(8).fill(200));
  const reports = async () =>
    ((await (await fetch(`${mailbox}/messages.json`)).json()) as LocalMail[])
      .filter(({ kind }) => kind === 'owner_health')
      .map(({ text }) => /([a-z-]+) ran last \d+ minutes ago/.exec(text ?? '')?.[1])
      .sort();
  await expect.poll(reports, { timeout: 20_000 }).toEqual(['reconcile', 'send-messages']);

  // The shop's own call is no sign of life: it would end this silence, and begin and report another every five minutes.
  expect(await heartbeats()).toEqual(last);
  await browse();
  expect(await reports()).toEqual(['reconcile', 'send-messages']);
});
