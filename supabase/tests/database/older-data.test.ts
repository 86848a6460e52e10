import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { applyMigrations } from '../../../local/stack/schema-migrations.ts';
import { openTestDatabase } from '../test-database.ts';
import { untouchedDatabase } from './untouched.ts';

/* What `npm start` does with the data of another version of the shop. */
const stack = openTestDatabase();
let database: Awaited<ReturnType<typeof untouchedDatabase>>;

const older = {
  '20260102000000_first.sql': `create table public.firsts (name text); insert into public.firsts values (E'a\\\\b');`,
  '20260104000000_second.sql': 'create table public.seconds (name text);\n-- This line has no end.',
};
const later = {
  '20260105000000_third.sql': 'alter table public.firsts add column size int not null default 3;',
};
const between = { '20260103000000_between.sql': 'create table public.between (name text);' };

/** As the version of the shop with these files. */
async function apply(version: Record<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-migrations-'));
  for (const [file, text] of Object.entries(version)) writeFileSync(join(folder, file), text);
  try {
    return await applyMigrations(database.url, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The tables that the migrations above make, and what is in the first of them. */
const data = async () => ({
  tables: (
    await database.sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`
  ).map(({ name }) => name),
  firsts: [...(await database.sql`select * from public.firsts`)],
});

beforeEach(async () => {
  database = await untouchedDatabase(stack);
  onTestFinished(database.drop);
  expect(await apply(older)).toEqual(Object.keys(older));
});

it('new files are applied to it, each once', async () => {
  expect(await apply({ ...older, ...between, ...later })).toEqual(Object.keys({ ...between, ...later }));
  expect(await data()).toEqual({
    tables: ['between', 'firsts', 'seconds'],
    firsts: [{ name: 'a\\b', size: 3 }],
  });
  expect(await apply({ ...older, ...between, ...later })).toEqual([]);
});

it('the line ends of another system are no change', async () => {
  const [[file = '', text = ''] = []] = Object.entries({ ...older }).slice(1);
  expect(await apply({ ...older, [file]: text.replaceAll('\n', '\r\n') })).toEqual([]);
});

const changed = { '20260104000000_second.sql': 'create table public.others (name text);' };

it.each([
  [
    'was changed since',
    { ...older, ...changed },
    '20260104000000_second.sql was changed after it was applied',
    'npm run shop -- backup my.backup',
  ],
  [
    'was changed since, and one is new',
    { ...older, ...between, ...changed },
    '20260104000000_second.sql was changed after it was applied',
    'A backup of it can be restored only into a version with the same migration files',
  ],
  [
    'is gone, or has another name',
    { ...between, '20260102000000_first.sql': older['20260102000000_first.sql'] },
    '20260104000000_second.sql was applied and is not here',
    'A backup of it can be restored only into a version with the same migration files',
  ],
])(
  'when a file %s, nothing is changed, and the message says what to do',
  async (_, version, reason, advice) => {
    const before = await data();
    const error = await apply(version).catch((failure: Error) => failure.message);
    expect(error).toContain(reason);
    expect(error).toContain(advice);
    expect(error).toContain('npm run reset');
    expect(error).not.toContain('erases');
    expect(await data()).toEqual(before);
  },
);

it('a new file that fails is named, and the data is as before it', async () => {
  const failing = { '20260106000000_fourth.sql': 'create table public.fourths (id int); select 1 / 0;' };
  await expect(apply({ ...older, ...later, ...failing })).rejects.toThrow(
    /^20260106000000_fourth\.sql.*division by zero/,
  );
  expect(await data()).toEqual({ tables: ['firsts', 'seconds'], firsts: [{ name: 'a\\b', size: 3 }] });
});
