import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { narrowingStatements } from './narrowing-statements.ts';
import { hashOf } from './netlify-site.ts';
import { type Migration, migrationsIn } from './project-database.ts';

/** By version, the first first: the SHA-256 of each migration that it brought. */
type Released = Record<string, Record<string, string>>;

const recordFile = 'supabase/released-migrations.json';

/** Whether a text is a version of the shop, e.g. `v1.2.0`. */
export const isVersion = (text: string) => /^v\d+\.\d+\.\d+$/.test(text);

/** The page of a release, for people. */
export const notesOf = (version: string) => `docs/releases/${version}.md`;

/** The version in a migration's line `-- unused since v1.1.0`: the first release whose code lives without what it takes away. */
export const unusedSince = (text: string) => /^-- unused since (v\d+\.\d+\.\d+)$/m.exec(text)?.[1];

const releasedIn = (root: string): Released =>
  existsSync(join(root, recordFile))
    ? (JSON.parse(readFileSync(join(root, recordFile), 'utf8')) as Released)
    : {};

const withHash = ({ file, text }: Migration): [string, string] => [
  file,
  hashOf('sha256', text.replaceAll('\r\n', '\n')),
];

/** What must not be released of a folder's migrations, one sentence each; nothing before the first release. */
export async function migrationFindings(root: string): Promise<string[]> {
  const released = releasedIn(root);
  const recorded = new Map(Object.values(released).flatMap((files) => Object.entries(files)));
  if (recorded.size === 0) return [];
  const here = migrationsIn(join(root, 'supabase/migrations'));
  const hashes = new Map(here.map(withHash));
  const unreleased = here.filter(({ file }) => !recorded.has(file)).map(({ text }) => text);
  const last = [...recorded.keys()].at(-1) ?? '';
  const findings = [
    ...[...recorded]
      .filter(([file, hash]) => hashes.get(file) !== hash)
      .map(([file]) => `${file} was released: restore it, and write a new migration.`),
    ...Object.keys(released)
      .filter((version) => !existsSync(join(root, notesOf(version))))
      .map((version) => `${notesOf(version)} is missing.`),
  ];
  for (const [i, { file, text }] of here.entries()) {
    if (recorded.has(file)) continue;
    if (file < last) findings.push(`${file} comes before ${last}, which was released: give it a later time.`);
    const since = unusedSince(text);
    if (since && !(since in released)) findings.push(`${file}: ${since} was not released.`);
    if (since) continue;
    const earlier = here.slice(0, i).map((one) => one.text);
    findings.push(
      ...(await narrowingStatements(unreleased, earlier, text)).map(
        (what) =>
          `${file} ${what}, which the release before may use: do it one release later, with the line “-- unused since <the release whose code stopped>”.`,
      ),
    );
  }
  return findings;
}

/** Writes down which migrations a version brings. */
export function recordRelease(root: string, version: string): void {
  const released = releasedIn(root);
  const known = Object.values(released).flatMap((files) => Object.keys(files));
  const files = migrationsIn(join(root, 'supabase/migrations')).filter(({ file }) => !known.includes(file));
  const next = { ...released, [version]: Object.fromEntries(files.map(withHash)) };
  writeFileSync(join(root, recordFile), `${JSON.stringify(next, null, 2)}\n`);
}
