import { afterAll, beforeAll, expect, it } from 'vitest';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { openTestDatabase } from '../test-database.ts';
import { FuzzCast, type Role, roles } from './fuzz-cast.ts';
import { type GeneratedRequest, generatedRequest, operationsOfContract } from './generated-requests.ts';
import { chanceFrom } from './generated-values.ts';
import { atLength } from './proof-length.ts';
import { problemOf, type Reply } from './reply-problems.ts';
import { proofSeed, seededRandom } from './seeded-random.ts';

/*
 * Every operation of the contract is sent requests of every kind, valid and broken, by everybody: no
 * reply is a failure, shows what is inside or what is another's, and the books are right afterwards.
 */
const requests = Number(process.env.FUZZ_REQUESTS ?? atLength({ short: 300, full: 20_000 }));
const seed = proofSeed(7);
/** At a time: most of them wait for the database. */
const lanes = 6;

const sql = openTestDatabase();
const { site } = stackUnderTest().addresses;
const cast = new FuzzCast(sql);
let limits: readonly { action: string; subject: string; most: number }[] = [];
let seeded: string[] = [];

beforeAll(async () => {
  limits = await sql`select action, subject, most from private.rate_limits`;
  await sql`update private.rate_limits set most = 1000000`;
  seeded = (await sql<{ id: string }[]>`select id from public.products`).map(({ id }) => id);
  await cast.open();
}, 300_000);

afterAll(async () => {
  for (const { action, subject, most } of limits)
    await sql`update private.rate_limits set most = ${most} where action = ${action} and subject = ${subject}`;
  await sql`update public.products set is_active = false where is_active and id <> all(${seeded})`;
});

it(
  `answers ${requests} generated requests in order`,
  async () => {
    const operations = await operationsOfContract();
    const chance = chanceFrom(seededRandom(seed));
    const problems = new Map<string, string>();
    const statuses: Record<string, number> = {};
    let sent = 0;

    const one = async (): Promise<void> => {
      const operation = chance.pick(operations);
      const role = chance.pick(roles);
      const request = generatedRequest(
        operation,
        chance,
        (name, operationId) => cast.id(chance, name, operationId),
        (operationId) => cast.body(chance, operationId),
      );
      const reply = await replyTo(request, role);
      statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
      const problem = problemOf(request, role, reply);
      if (problem) {
        const name = `${operation.name} ${problem}`;
        if (!problems.has(name)) problems.set(name, inWords(request, role, reply));
      }
      learn(operation.name, reply);
      const hasEnded = reply.status === 401 && !['anonymous', 'guest', 'stale'].includes(role);
      if (hasEnded) await cast.enter(role);
    };
    const lane = async () => {
      while (sent < requests) {
        sent += 1;
        if (sent % 2000 === 0) await expectBalancedBooks();
        if (sent % 100 === 0) await learnTasks();
        await one();
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));

    console.log(`Replies by status: ${JSON.stringify(statuses)}`);
    expect([...problems].map(([name, request]) => `${name}\n    ${request}`)).toEqual([]);
    await expectBalancedBooks();
  },
  3 * 3_600_000,
);

async function expectBalancedBooks(): Promise<void> {
  expect(await sql`select * from private.invariants`).toEqual([]);
  expect(await cast.wrongRoles()).toEqual([]);
}

async function replyTo({ method, path, headers, body }: GeneratedRequest, role: Role): Promise<Reply> {
  const startedAt = performance.now();
  const isBodyless = method === 'GET' || method === 'HEAD';
  try {
    const response = await fetch(site + path, {
      method,
      headers: { ...headers, cookie: cast.visitors.get(role)?.cookie ?? '' },
      body: isBodyless ? undefined : body,
      redirect: 'manual',
      signal: AbortSignal.timeout(90_000),
    });
    const text = await response.text();
    return { status: response.status, text, seconds: (performance.now() - startedAt) / 1000 };
  } catch (error) {
    return { status: 599, text: String(error), seconds: (performance.now() - startedAt) / 1000 };
  }
}

/** What was made can be named by later requests. */
function learn(operationId: string, { status, text }: Reply): void {
  if ((status !== 200 && status !== 201) || text.startsWith('%PDF-')) return;
  const body = JSON.parse(text || 'null') as { id?: string } | null;
  if (operationId === 'createProduct' && body?.id) cast.know('product', body.id);
}

/** The longest open tasks: no request lists them. */
async function learnTasks(): Promise<void> {
  const tasks = await sql<
    { id: string }[]
  >`select id from public.owner_tasks where closed_at is null order by created_at limit 5`;
  for (const { id } of tasks) cast.know('task', id);
}

function inWords(
  { method, path, headers, body = '' }: GeneratedRequest,
  role: Role,
  { status, text }: Reply,
): string {
  return `${role}: ${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${body.slice(0, 600)}\n    → ${status} ${text.slice(0, 300)}`;
}
