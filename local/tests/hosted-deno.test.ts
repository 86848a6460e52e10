import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hostedDenoFindings } from '../deploy-check/hosted-deno-findings.ts';

// Uses the Deno that is always installed: the findings do not depend on its version.
test('a function that does not start or answers differently is reported', { timeout: 180_000 }, async () => {
  mkdirSync('.shop', { recursive: true });
  const root = mkdtempSync(resolve('.shop', 'hosted-deno-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  cpSync('supabase/functions', join(root, 'supabase/functions'), { recursive: true });
  cpSync('package.json', join(root, 'package.json'));
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'), 'junction');
  const change = (file: string, from: string, to: string) => {
    const path = join(root, 'supabase/functions', file);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
  };
  change('api/index.ts', 'const { env } = Deno;', 'const { env } = Deno;\nDeno.notThereYet();');
  const soon = 'setTimeout(() => Deno.notThereYet());';
  change('payment-return/index.ts', 'const { env } = Deno;', `const { env } = Deno;\n${soon}`);
  change('reconcile/reconcile.ts', 'asked: 0,', 'asked: 1,');
  mkdirSync(join(root, 'supabase/functions/newest'));
  writeFileSync(join(root, 'supabase/functions/newest/index.ts'), '');

  expect(
    await hostedDenoFindings(
      root,
      resolve('node_modules/deno', process.platform === 'win32' ? 'deno.exe' : 'deno'),
    ),
  ).toEqual([
    'Under the Deno of Supabase’s platform api does not run: error: Uncaught (in promise) TypeError: Deno.notThereYet is not a function',
    'newest: local/deploy-check/function-requests.ts has no request for it.',
    'Under the Deno of Supabase’s platform payment-return does not run: error: Uncaught TypeError: Deno.notThereYet is not a function',
    'Under the Deno of Supabase’s platform reconcile answers 200 {"asked":1,"decided":0,"failed":0,"givenUp":0}',
  ]);
});
