import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { bundleFunctions, functionNames } from './function-bundles.ts';

test('a bundle imports nothing but modules of the platform', async () => {
  const bundles = await bundleFunctions(resolve('.'));
  expect([...bundles.keys()]).toEqual([
    'api',
    'message-events',
    'payment-notices',
    'payment-return',
    'reconcile',
    'send-messages',
  ]);
  for (const text of bundles.values()) {
    const imports = [...text.matchAll(/^import .*?"([^"]+)";$|\brequire\("([^"]+)"\)/gm)];
    expect(imports.map(([, a, b]) => a ?? b).filter((name) => !name?.startsWith('node:'))).toEqual([]);
    // Development builds of packages are larger and slower.
    expect(text).not.toContain('react-dom-server.browser.development');
    // Nothing unpacks a font of the web.
    expect(text).not.toContain('BrotliDecompress');
    // The platform takes 5 MB.
    expect(Buffer.byteLength(text)).toBeLessThan(4_000_000);
  }
});

test('another folder with the same sources and packages gives the same text', async () => {
  mkdirSync('.shop', { recursive: true });
  const copy = mkdtempSync(resolve('.shop', 'bundles-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  cpSync('supabase/functions', join(copy, 'supabase/functions'), { recursive: true });
  writeFileSync(join(copy, 'tsconfig.json'), readFileSync('tsconfig.json'));
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction');
  expect(await bundleFunctions(copy)).toEqual(await bundleFunctions(resolve('.')));
});

test('a function says of which release it is', async () => {
  const bundleOf = async (version?: string) =>
    (await bundleFunctions(resolve('.'), ['reconcile'], version)).get('reconcile');
  expect(await bundleOf('v1.2.0')).toContain('"v1.2.0"');
});

test('an import that is not found is an error that names it', async () => {
  await expect(bundleFunctions(resolve('.'), ['no-such-function'])).rejects.toThrow('no-such-function');
});

test('a function starts with few packages: the renderer of mails and the lists of passwords load when they are needed', async () => {
  const entryPoints = functionNames('supabase/functions').map(
    (name) => `supabase/functions/${name}/index.ts`,
  );
  const { metafile } = await build({
    entryPoints,
    bundle: true,
    write: false,
    outdir: 'bundles',
    format: 'esm',
    metafile: true,
    packages: 'external',
    external: ['node:*'],
    jsx: 'automatic',
    logLevel: 'silent',
  });
  const atStart = new Set<string>();
  const files = new Set(entryPoints);
  for (const file of files)
    for (const { path, kind, external } of metafile.inputs[file]?.imports ?? []) {
      if (kind === 'dynamic-import' || path.startsWith('node:')) continue;
      (external ? atStart : files).add(path);
    }
  expect([...atStart].sort()).toEqual(['@supabase/supabase-js', 'hono', 'htmlparser2', 'otpauth', 'yup']);
});
