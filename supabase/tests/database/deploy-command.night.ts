import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { serveVendors } from '../../../local/tests/vendor-server.ts';
import { tokens, vendorStandIns } from '../../../local/tests/vendor-stand-ins.ts';
import { openTestDatabase } from '../test-database.ts';
import { untouchedDatabase } from './untouched.ts';

const stack = openTestDatabase();

it('the command itself, in a clone and with answers typed once, makes the shop of this commit', async () => {
  const database = await untouchedDatabase(stack, 'hosted-scheduler.sql');
  onTestFinished(() => database.drop());
  const standIns = vendorStandIns(async (text) => (await database.sql.unsafe(text)) as unknown[]);
  const run = standIns.nextRun();
  mkdirSync('.shop', { recursive: true });
  const clone = mkdtempSync(resolve('.shop', 'deploy-clone-'));
  onTestFinished(() => rmSync(clone, { recursive: true }));
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', '.', clone]);
  // A link is no folder, which is what the clone ignores.
  appendFileSync(join(clone, '.git/info/exclude'), 'node_modules\n');
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'), 'junction');
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', cwd: clone }).trim();

  const { env, stop } = await serveVendors(run.fetch);
  onTestFinished(stop);

  const deploy = (typed: string[], ...args: string[]) =>
    new Promise<{ code: number | null; output: string }>((done) => {
      const child = spawn(process.execPath, ['--import', 'tsx', 'local/deploy/deploy.ts', ...args], {
        cwd: clone,
        env: {
          ...process.env,
          ...env,
          NODE_ENV: 'production',
        },
      });
      let output = '';
      child.stdout.on('data', (text) => (output += String(text)));
      child.stderr.on('data', (text) => (output += String(text)));
      child.on('close', (code) => done({ code, output }));
      child.stdin.end(typed.map((line) => `${line}\n`).join(''));
    });

  appendFileSync(join(clone, 'README.md'), '\n');
  expect((await deploy([])).output).toMatch(/^There are changes without a commit: commit them/);
  execFileSync('git', ['checkout', '--quiet', 'README.md'], { cwd: clone });

  // Broken off at a question. What is no region and no address is asked for again, what was answered is not.
  const stopped = await deploy([tokens.supabase, tokens.netlify, '', 'Frankfurt']);
  expect(stopped).toEqual({
    code: 1,
    output: expect.stringContaining('No answer: run the command in a terminal.'),
  });
  const { code, output } = await deploy(['', 'owner', 'owner@shop.example', 'my shop', '', '', '']);
  expect([code, output]).toEqual([0, expect.stringContaining(`${commit.slice(0, 12)} is live at https://`)]);
  expect(output).toContain('Choose your password, within an hour');
  expect([...standIns.world.functions.keys()]).toEqual([
    'api',
    'message-events',
    'payment-notices',
    'payment-return',
    'reconcile',
    'send-messages',
  ]);
  const { files, edge, state } = standIns.world.deploys[0] ?? {};
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
