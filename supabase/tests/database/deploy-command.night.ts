import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { serveVendors } from '../../../local/tests/vendor-server.ts';
import { tokens, vendorStandIns } from '../../../local/tests/vendor-stand-ins.ts';
import { openTestDatabase } from '../test-database.ts';
import { untouchedDatabase } from './untouched.ts';

const stack = openTestDatabase();

/** A clone of this commit, and vendors without a shop. */
async function newClone() {
  const database = await untouchedDatabase(stack, 'hosted-scheduler.sql');
  onTestFinished(() => database.drop());
  const standIns = vendorStandIns(async (text) => (await database.sql.unsafe(text)) as unknown[]);
  mkdirSync('.shop', { recursive: true });
  const clone = mkdtempSync(resolve('.shop', 'deploy-clone-'));
  onTestFinished(() => rmSync(clone, { recursive: true }));
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', '.', clone]);
  // A link is no folder, which is what the clone ignores.
  appendFileSync(join(clone, '.git/info/exclude'), 'node_modules\n');
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'), 'junction');
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', cwd: clone }).trim();
  git('config', 'user.name', 'Owner');
  git('config', 'user.email', 'owner@shop.example');

  const { env, stop } = await serveVendors(standIns.nextRun().fetch);
  onTestFinished(stop);

  /** Runs a command in the clone, and kills it when it has printed that text. */
  const run = (command: string, args: string[], typed: string[] = [], until?: string) =>
    new Promise<{ code: number | null; output: string }>((done) => {
      const child = spawn(process.execPath, ['--import', 'tsx', `local/deploy/${command}.ts`, ...args], {
        cwd: clone,
        env: {
          ...process.env,
          ...env,
          NODE_ENV: 'production',
        },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text) => {
          output += String(text);
          if (until && output.includes(until)) child.kill('SIGKILL');
        });
      child.on('close', (code) => done({ code, output }));
      child.stdin.on('error', () => {}).end(typed.map((line) => `${line}\n`).join(''));
    });
  const deploy = (typed: string[], ...args: string[]) => run('deploy', args, typed);
  return { ...standIns, database, clone, git, run, deploy };
}

it('the command itself, in a clone and with answers typed once, makes the shop of this commit', async () => {
  const { world, database, clone, git, deploy } = await newClone();
  const version = git('describe', '--tags', '--match', 'v[0-9]*', '--always');

  appendFileSync(join(clone, 'README.md'), '\n');
  expect((await deploy([])).output).toMatch(/^There are changes without a commit: commit them/);
  git('checkout', '--quiet', 'README.md');

  // Broken off at a question. What is no region and no address is asked for again, what was answered is not.
  const stopped = await deploy([tokens.supabase, tokens.netlify, '', 'Frankfurt']);
  expect(stopped).toEqual({
    code: 1,
    output: expect.stringContaining('No answer: run the command in a terminal.'),
  });
  const { code, output } = await deploy(['', 'owner', 'owner@shop.example', 'my shop', '', '', '']);
  expect([code, output]).toEqual([0, expect.stringContaining(`${version} is live at https://`)]);
  expect(output).toContain('Choose your password, within an hour');
  expect([...world.functions.keys()]).toEqual([
    'api',
    'message-events',
    'payment-notices',
    'payment-return',
    'reconcile',
    'send-messages',
  ]);
  const { files, edge, state } = world.deploys[0] ?? {};
  expect(state).toBe('ready');
  expect(Object.keys(edge ?? {})).toHaveLength(1);
  expect(Object.keys(files ?? {})).toEqual(
    expect.arrayContaining([
      'index.html',
      '_headers',
      '_redirects',
      'release.txt',
      '.netlify/internal/edge-functions/manifest.json',
    ]),
  );
  expect(await database.sql`select email, role from public.users`).toEqual([
    { email: 'owner@shop.example', role: 'admin' },
  ]);
  expect(readFileSync(join(clone, '.env.production'), 'utf8')).toContain("CARD_GATEWAY_MODE='test'");

  const plan = await deploy([], '--plan');
  expect(plan.output.trim().split('\n')).toEqual([
    'Database: the minute jobs are scheduled.',
    'The admin owner@shop.example.',
    'Netlify: the site is built, and published when it differs from the live one.',
  ]);
}, 600_000);

it('trial releases are deployed, taken back and deployed again by their tags, each killed once in the middle', async () => {
  const { world, database, clone, git, run, deploy } = await newClone();
  const release = async (version: string) => {
    const page = join(clone, `docs/releases/${version}.md`);
    expect((await run('tag-release', [version])).output).toContain(
      `docs/releases/${version}.md has nothing under`,
    );
    const parts = ['What you notice', 'What the migration does', 'How to come back'];
    writeFileSync(page, [`# ${version}`, ...parts.map((part) => `## ${part}\n\nNothing.`)].join('\n\n'));
    git('add', '.');
    git('commit', '--quiet', '--message', `notes of ${version}`);
    expect(await run('tag-release', [version])).toMatchObject({ code: 0 });
    expect((await run('tag-release', [version])).output).toContain(`${version} exists already.`);
  };
  await release('v9.0.0');
  const migration = '20991231000000_next_migration.sql';
  writeFileSync(
    join(clone, 'supabase/migrations', migration),
    readFileSync(join(clone, 'local/tests/next-migration.sql')),
  );
  await release('v9.0.1');
  expect(git('show', 'v9.0.1:supabase/released-migrations.json')).toContain(migration);

  const answers = [tokens.supabase, tokens.netlify, '', 'eu-central-1', 'owner@shop.example', '', '', ''];
  const hasMigration = async () => {
    const [row] = await database.sql`select count(*)::int as n from supabase_migrations.schema_migrations
      where version = ${migration.split('_')[0] ?? ''}`;
    return row?.n === 1;
  };
  const steps = [
    { args: ['v9.0.0'], until: 'The site is built.', is: 'v9.0.0', migrated: false, deploys: 1 },
    { args: ['v9.0.1'], until: `Database: ${migration}`, is: 'v9.0.1', migrated: true, deploys: 2 },
    { args: ['--rollback'], until: 'Supabase: the function', is: 'v9.0.0', migrated: true, deploys: 2 },
    { args: ['v9.0.1'], until: 'Netlify: the site is published.', is: 'v9.0.1', migrated: true, deploys: 2 },
  ];
  for (const { args, until, is, migrated, deploys } of steps) {
    const killed = await run('deploy', args, answers, until);
    expect([killed.code, killed.output]).toEqual([null, expect.stringContaining(until)]);
    const { code, output } = await deploy(answers, ...args);
    expect([code, output]).toEqual([0, expect.stringContaining(`${is} is live at https://`)]);
    expect([...world.functions.values()].filter(({ text }) => !text.includes(`"${is}"`))).toEqual([]);
    expect([await hasMigration(), world.deploys.length, world.projects.length, world.sites.length]).toEqual([
      migrated,
      deploys,
      1,
      1,
    ]);
    const published = world.deploys.find(({ id }) => id === world.sites[0]?.published);
    expect(published?.title).toContain(git('rev-parse', `${is}^{commit}`).slice(0, 12));
  }
  expect(
    await database.sql`select distinct version from supabase_migrations.shop_releases order by 1`,
  ).toEqual([{ version: 'v9.0.0' }, { version: 'v9.0.1' }]);
  // What was checked out of a run that was killed is no work of the clone's.
  expect(git('status', '--porcelain')).toBe('');
  git('checkout', '--quiet', 'v9.0.0');
  expect((await deploy([], 'v9.0.1')).output).toContain(
    'v9.0.1 is later than what is checked out here: git pull',
  );
}, 900_000);

it.each([
  ['plan', 'local/deploy/deploy.ts'],
  ['sign-out', 'local/shop.ts', 'make-admin', 'ada@shop.example'],
])('--%s that npm has kept for itself does not start the command without it', (name, ...command) => {
  // As npm starts `npm run deploy --plan`: it would deploy, and the other one would make an admin.
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', ...command], {
    env: { ...process.env, [`npm_config_${name.replace('-', '_')}`]: 'true' },
    encoding: 'utf8',
    input: '',
  });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`npm keeps --${name} for itself unless “--” stands before it:\nnpm run `);
});
