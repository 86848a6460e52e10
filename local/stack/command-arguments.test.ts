import { expect, onTestFinished, test, vi } from 'vitest';
import { commandArguments } from './command-arguments.ts';

const usage = 'npm run deploy -- …';

/** What a command is given, or what it says when it ends. */
function given(args: string[], env: Record<string, string> = {}) {
  const said: unknown[] = [];
  vi.spyOn(console, 'error').mockImplementation((line) => void said.push(line));
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`ended with ${code}`);
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const { argv } = process;
  process.argv = ['node', 'deploy.ts', ...args];
  try {
    const options = { 'dry-run': { type: 'boolean' }, domain: { type: 'string' } } as const;
    return { ...commandArguments({ options }, usage).values };
  } catch (error) {
    return [(error as Error).message, ...said];
  } finally {
    process.argv = argv;
  }
}

test('options after “--” are those of the command', () => {
  expect(given(['--dry-run', '--domain', 'www.shop.example'])).toEqual({
    'dry-run': true,
    domain: 'www.shop.example',
  });
  expect(given([])).toEqual({});
});

test.each([
  ['dry-run', { npm_config_dry_run: 'true' }],
  ['domain', { npm_config_domain: 'www.shop.example' }],
])('--%s without “--” before it ends the command, which would do another thing', (name, env) => {
  expect(given([], env)).toEqual([
    'ended with 2',
    `npm keeps --${name} for itself unless “--” stands before it:`,
    usage,
  ]);
});

test('--help is an answer, and no mistake', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  expect(given(['--help'])).toEqual(['ended with 0']);
  expect(log).toHaveBeenCalledWith(usage);
});

test('an unknown option ends it with its usage', () => {
  expect(given(['--wrong'])).toEqual(['ended with 2', usage]);
});
