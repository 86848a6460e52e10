import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('.', import.meta.url);
const read = (path: string) =>
  JSON.parse(readFileSync(new URL(path, folder), 'utf8')) as Record<string, unknown>;
const functions = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/deno.json`, folder)));

it('every function is found', () => {
  expect(functions).toEqual(['api', 'message-events', 'payment-return', 'reconcile', 'send-messages']);
});

it.each(functions)('%s is deployed with the versions it was tested with', (name) => {
  const locked = read('../../package-lock.json').packages as Record<string, { version: string }>;
  const { imports } = read(`${name}/deno.json`) as { imports: Record<string, string> };
  for (const [specifier, target] of Object.entries(imports)) {
    expect(target).toBe(`npm:${specifier}@${locked[`node_modules/${specifier}`]?.version}`);
  }
});

it.each(functions)('%s is known to the platform, without a token check of its own', (name) => {
  const config = readFileSync(new URL('../config.toml', folder), 'utf8');
  expect(config).toContain(`[functions.${name}]\nenabled = true\nverify_jwt = false`);
});
