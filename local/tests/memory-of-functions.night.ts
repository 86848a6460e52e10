import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startFunctions } from '../stack/functions-runtime.ts';
import { freePorts } from '../stack/shop-ports.ts';

/** Keeps as many megabytes as its address says. */
const hoarder = `const kept: number[][] = [];
Deno.serve((request: Request) => {
  const megabytes = Number(new URL(request.url).pathname.split('/').pop());
  while (kept.length < megabytes) kept.push(new Array(131072).fill(kept.length + 0.5));
  return new Response(String(kept.length));
});`;

test('a function that needs more than half the memory of an isolate ends, and is started again', async () => {
  mkdirSync('.shop', { recursive: true });
  const root = mkdtempSync(resolve('.shop', 'hoarder-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = join(root, 'supabase/functions');
  mkdirSync(join(folder, 'hoarder'), { recursive: true });
  writeFileSync(join(folder, 'hoarder/index.ts'), hoarder);
  const { functions: port } = await freePorts(1);
  const reports: string[] = [];
  const runtime = await startFunctions({
    folder,
    firstPort: port,
    env: {},
    mark: `hoarder=${root}`,
    logFolder: root,
    bundleFolder: join(root, 'bundles'),
    denoFolder: resolve('.shop/deno'),
    onCrash: { restarts: true, log: (sentence) => reports.push(sentence) },
  });
  onTestFinished(() => runtime.stop());
  const keep = (megabytes: number) =>
    fetch(`http://127.0.0.1:${port}/hoarder/${megabytes}`).then(
      (reply) => reply.text(),
      () => 'ended',
    );
  expect(await keep(80)).toBe('80');
  expect(await keep(130)).toBe('ended');
  await expect.poll(() => keep(1), { timeout: 20_000 }).toBe('1');
  // It answers a moment before it is said to run again.
  await expect
    .poll(() => reports, { timeout: 20_000 })
    .toEqual([expect.stringMatching(/^Function hoarder runs again: Function hoarder ended unexpectedly /)]);
});
