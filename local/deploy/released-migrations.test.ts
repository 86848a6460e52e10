import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { narrowingStatements } from './narrowing-statements.ts';
import { migrationFindings, notesOf, recordRelease } from './released-migrations.ts';

const before = `
  create table public.parts (
    id int primary key, kind text check (kind in ('new', 'used')), name text, price int not null,
    constraint price check (price > 0)
  );
  create function public.find_parts(p_name text, p_kinds text[] default null) returns int language sql as 'select 1';
  create view public.cheap as select id from public.parts;`;

const found = (text: string) => narrowingStatements([text], [before], text);

test.each([
  ['alter table public.parts drop column name', 'drops column name of public.parts'],
  ['drop table if exists public.parts cascade', 'drops public.parts'],
  ['drop view public.cheap', 'drops public.cheap'],
  ['drop function public.find_parts(text, text[])', 'drops public.find_parts.text.text.[]'],
  [
    "drop function public.find_parts(text, text[]); create function public.find_parts(p_name text, p_kinds text) returns int language sql as 'select 2'",
    'drops public.find_parts.text.text.[]',
  ],
  ['drop type public.part_kind', 'drops public.part_kind'],
  ['drop schema private', 'drops private'],
  ['alter table public.parts rename column name to title', 'renames name to title'],
  ['alter table public.parts rename to pieces', 'renames parts to pieces'],
  ['alter function public.find_parts(text, text[]) rename to find', 'renames public.find_parts to find'],
  ['alter table public.parts alter name set not null', 'lets name of public.parts be null no more'],
  [
    'alter table public.parts add weight int not null',
    'adds weight to public.parts, not null without a default',
  ],
  [
    "alter table public.parts drop constraint parts_kind_check, add constraint parts_kind_check check (kind in ('new'))",
    'narrows the check parts_kind_check of public.parts',
  ],
  [
    'alter table public.parts add constraint short check (length(name) < 9)',
    'narrows the check short of public.parts',
  ],
  [
    'alter table public.parts drop constraint price; alter table public.parts add constraint price check (price > 1)',
    'narrows the check price of public.parts',
  ],
  [
    'alter table public.parts add weight int, alter weight set not null',
    'lets weight of public.parts be null no more',
  ],
  ['alter table public.parts alter column price type smallint', 'changes the type of price of public.parts'],
  ['alter table public.parts alter price drop default', 'drops the default of price of public.parts'],
  ['alter table public.parts alter id drop identity', 'drops the default of id of public.parts'],
  ['alter table public.parts add constraint once unique (name)', 'adds the constraint once to public.parts'],
  ['alter table public.parts add unique using index a', 'adds the constraint without a name to public.parts'],
  [
    'alter table public.parts add constraint known foreign key (kind) references public.kinds',
    'adds the constraint known to public.parts',
  ],
  [
    'alter table public.parts add constraint apart exclude using gist (name with =)',
    'adds the constraint apart to public.parts',
  ],
  ['create unique index once on public.parts (name)', 'makes the unique index once on public.parts'],
  ['create unique index once on public.parts (lower(name))', 'makes the unique index once on public.parts'],
  ['revoke select on public.parts from anon', 'revokes a right on public.parts'],
  ['revoke all on all tables in schema public from anon', 'revokes a right on public'],
  [
    'revoke execute on function public.find_parts(text, text[]) from anon',
    'revokes a right on public.find_parts.text.text.[]',
  ],
  ['alter table public.parts set schema private', 'moves public.parts to private'],
  [
    'alter function public.find_parts(text, text[]) set schema private',
    'moves public.find_parts.text.text.[] to private',
  ],
  ["alter type public.part_kind rename value 'new' to 'fresh'", 'renames the value new of public.part_kind'],
  ['alter type public.size rename attribute wide to width', 'renames wide to width'],
  ['alter table public.parts enable row level security', 'closes public.parts with row level security'],
  [
    'do $$ begin alter table public.parts drop column name; end $$',
    'drops, renames or narrows something in a block',
  ],
  [
    'do $$ begin revoke select on public.parts from anon; end $$',
    'drops, renames or narrows something in a block',
  ],
])('%s is too early while the release before may run', async (text, what) => {
  expect(await found(text)).toEqual([what]);
});

test.each([
  ['alter table public.parts add weight int not null default 3 check (weight > 0), add size int'],
  ['alter table public.parts add serial int not null generated always as identity'],
  ['alter table public.parts alter price drop not null, drop constraint price'],
  ['alter table public.parts add height int, add constraint tall check (height > 0)'],
  [
    "alter table public.parts drop constraint parts_kind_check, add constraint parts_kind_check check (kind in ('new', 'old', 'used'))",
  ],
  ['alter table public.parts drop constraint price, add constraint price check (price > 0 or name is null)'],
  [
    'create table public.more (id int); alter table public.more add name text not null; drop table public.more',
  ],
  [
    "drop function public.find_parts(text, text[]); create function public.find_parts(p_name text, p_kinds text[], out n int) language sql as 'select 2'",
  ],
  ['drop view public.cheap; create view public.cheap as select id, name from public.parts'],
  ['drop index public.parts_name; drop policy everybody on public.parts'],
  ['alter table public.parts add code text unique, add other int references public.parts (id)'],
  ['alter table public.parts add code text; create unique index code_once on public.parts (code)'],
  ['alter table public.parts add code text; alter table public.parts add unique (code)'],
  ['create index parts_name on public.parts (name); grant select on public.parts to anon'],
  [
    'create table public.more (id int); alter table public.more enable row level security, alter id type bigint; create unique index on public.more (id); revoke all on public.more from anon',
  ],
  [
    "create function public.new_one(n int) returns int language sql as 'select 1'; revoke execute on function public.new_one(int) from public",
  ],
  ["alter table public.parts alter price set default 3; alter type public.part_kind add value 'old'"],
])('%s leaves the release before as it was', async (text) => {
  expect(await found(text)).toEqual([]);
});

/** A folder with these migrations; `write` adds another file. */
function shop() {
  const root = mkdtempSync(join(tmpdir(), 'shop-releases-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'supabase/migrations'), { recursive: true });
  mkdirSync(join(root, 'docs/releases'), { recursive: true });
  const write = (time: number, text: string) =>
    writeFileSync(join(root, `supabase/migrations/2026010${time}000000_file.sql`), text);
  write(2, before);
  const release = (version: string) => {
    writeFileSync(join(root, notesOf(version)), '# Notes');
    recordRelease(root, version);
  };
  return { write, release, findings: () => migrationFindings(root), root };
}

test('before the first release a migration may be edited; after it the set only grows, in time', async () => {
  const { write, release, findings, root } = shop();
  write(2, `${before} drop view public.cheap;`);
  expect(await findings()).toEqual([]);
  release('v1.0.0');
  write(3, 'create table public.more (id int);');
  expect(await findings()).toEqual([]);
  write(1, 'select 1;');
  expect(await findings()).toEqual([
    '20260101000000_file.sql comes before 20260102000000_file.sql, which was released: give it a later time.',
  ]);
  rmSync(join(root, 'supabase/migrations/20260101000000_file.sql'));
  write(2, before);
  const restore = '20260102000000_file.sql was released: restore it, and write a new migration.';
  expect(await findings()).toEqual([restore]);
  rmSync(join(root, 'supabase/migrations/20260102000000_file.sql'));
  expect(await findings()).toEqual([restore]);
});

test('what code stopped using may go one release later, with a line that names the release', async () => {
  const { write, release, findings } = shop();
  release('v1.0.0');
  const drop = 'alter table public.parts drop column name;';
  write(3, drop);
  expect(await findings()).toEqual([
    '20260103000000_file.sql drops column name of public.parts, which the release before may use: do it one release later, with the line “-- unused since <the release whose code stopped>”.',
  ]);
  write(3, `-- unused since v1.1.0\n${drop}`);
  expect(await findings()).toEqual(['20260103000000_file.sql: v1.1.0 was not released.']);
  write(3, 'select 1;');
  release('v1.1.0');
  write(4, `-- unused since v1.1.0\n${drop}`);
  expect(await findings()).toEqual([]);
});

test('the migrations here may be released, and the next release may add to them', async () => {
  expect(await migrationFindings(resolve('.'))).toEqual([]);
  const { write, release, findings, root } = shop();
  cpSync('supabase/migrations', join(root, 'supabase/migrations'), { recursive: true });
  release('v1.0.0');
  cpSync('local/tests/next-migration.sql', join(root, 'supabase/migrations/20991231000000_next.sql'));
  expect(await findings()).toEqual([]);
  write(2, 'select 1;');
  expect(await findings()).toHaveLength(1);
});
