import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { commandArguments } from '../stack/command-arguments.ts';
import { isVersion, migrationFindings, notesOf, recordRelease } from './released-migrations.ts';

/** `npm run release -- v1.2.0`: writes down the hashes of its migrations, and tags the commit of that. */
const usage =
  'npm run release -- v1.2.0   makes a release of this commit, with its page docs/releases/v1.2.0.md';

/** What stands on the page of a release. */
const sections = ['What you notice', 'What the migration does', 'How to come back'];

const { positionals } = commandArguments({ allowPositionals: true }, usage);
const [version = ''] = positionals;
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

const problems = isVersion(version) ? await problemsOf() : [usage];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else {
  recordRelease('.', version);
  git('add', 'supabase/released-migrations.json');
  git('commit', '--quiet', '--message', `release: ${version}`);
  git('tag', '--annotate', version, '--file', notesOf(version), '--cleanup', 'verbatim');
  console.log(`${version} is ${git('rev-parse', '--short', 'HEAD')}: git push --follow-tags.`);
}

async function problemsOf(): Promise<string[]> {
  const page = notesOf(version);
  const notes = existsSync(page) ? readFileSync(page, 'utf8') : '';
  return [
    ...(git('status', '--porcelain') === '' ? [] : ['There are changes without a commit: commit them.']),
    ...(git('tag', '--list', version) === '' ? [] : [`${version} exists already.`]),
    ...sections
      .filter((section) => !new RegExp(`^## ${section}\n+[^#\n]`, 'm').test(notes))
      .map((section) => `${page} has nothing under “## ${section}”.`),
    ...(await migrationFindings('.')),
  ];
}
