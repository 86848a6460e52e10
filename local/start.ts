import { showHelp } from './stack/command-arguments.ts';
import { existsSync } from 'node:fs';
import { demoFromEnvironment } from './stack/demo-accounts.ts';
import { watchFunctions } from './stack/watch-functions.ts';
import { isLostConnection } from './stack/lost-connection.ts';
import { portsFromEnvironment } from './stack/shop-ports.ts';
import { differencesFromHosted, limitsFromEnvironment } from './stack/rate-limits.ts';
import { startStack } from './stack/start-stack.ts';
import type { Stack } from './stack/stack-description.ts';

showHelp(
  'npm start   the whole shop on this machine; npm run dev with hot reload. Ports: SITE_PORT=… and the others of .env.example',
);

/** `npm start` and `npm run dev`: the whole shop on this machine until Ctrl-C. */
const dev = process.argv.includes('--dev');
const startedAt = performance.now();
const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

if (existsSync('.env')) process.loadEnvFile('.env');

let stack: Stack | undefined;
let ending = false;
let isStopRequested = false;

async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  await stack?.stop();
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!isStopRequested) console.log('\nStopping …');
    isStopRequested = true;
    // The parts stop one after the other, and what is left of a request finds some of them gone.
    console.error = console.warn = () => {};
    // During the start, what has been started is stopped after the current step.
    if (stack) void end(0);
  });
}
// npm sends signals to its shell, which `exec` in package.json replaces with this process. Without `exec`, only the shell
// ends, so this process also stops when it loses its parent.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.emit('SIGTERM');
  }, 300).unref();
}
process.on('uncaughtException', (error) => {
  // When Postgres has ended, one line says so once it runs again.
  if (isLostConnection(error, portsFromEnvironment(process.env).postgres)) return;
  console.error(error);
  void end(1);
});

try {
  const running = await startStack({
    ports: portsFromEnvironment(process.env),
    dataFolder: process.env.SHOP_FOLDER ?? '.shop',
    limits: limitsFromEnvironment(process.env),
    demo: demoFromEnvironment(process.env),
    realAuth: process.env.REAL_AUTH,
    build: !dev,
    hotReload: dev,
    onStep: (text) => {
      console.log(`  ✓ ${text} (${seconds()})`);
      if (isStopRequested) throw new Error('Stopped during the start.');
    },
    onCrash: { restarts: true, log: (sentence) => console.error(`  ! ${sentence}`) },
  });
  stack = running;
  if (isStopRequested) await end(0);
  if (dev) watchFunctions(running.functions, (text) => console.log(`  ↻ ${text}`));
  const differences = await differencesFromHosted(running.addresses.postgres);
  console.log(`\n${table(running, differences)}\nShop ready at ${running.addresses.site}`);
} catch (error) {
  if (isStopRequested) await end(0);
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  await end(1);
}

function table({ addresses, accounts }: Stack, differences: readonly [string, string][]): string {
  const rows = [
    ['Site', addresses.site],
    ['Admin', `${addresses.site}/admin`],
    ['Supabase API', addresses.supabase],
    ['Postgres', addresses.postgres],
    ['Gateway sandbox', addresses.gateway],
    ['Mailbox', addresses.mailbox],
    ...accounts.map(({ role, email, password }) => [`Demo ${role}`, `${email}  password: ${password}`]),
    ...differences,
  ];
  return rows.map(([name = '', value = '']) => `  ${name.padEnd(16)} ${value}`).join('\n') + '\n';
}
