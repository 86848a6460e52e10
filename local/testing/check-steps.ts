import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runTool } from './tool-run.ts';

/** One thing that must be true of the sources. `act` answers what is wrong, or null. */
export type CheckStep = { name: string; act(): Promise<string | null> };

const functionsFolder = 'supabase/functions';

/** The longest first: two of them run at a time. */
export const sourceSteps: readonly CheckStep[] = [
  { name: 'lint', act: tool('eslint', '.', '--max-warnings', '0') },
  {
    name: 'imports',
    act: tool('depcruise', 'web', 'local', 'supabase', '--config', 'dependency-cruiser.config.js'),
  },
  { name: 'unused', act: tool('knip', '--no-progress') },
  { name: 'types', act: tool('tsc', '--noEmit', '-p', '.') },
  {
    name: 'format',
    act: tool(
      'prettier',
      '--check',
      '.',
      '--cache',
      '--cache-location',
      '.shop/format-cache',
      '--log-level',
      'warn',
    ),
  },
  { name: 'types of the functions, by Deno', act: checkFunctions },
  { name: 'deploy', act: tool('tsx', 'local/deploy-check/deploy-check.ts') },
  { name: 'seed is fresh', act: tool('tsx', 'supabase/seed/build-seed.ts', '--check') },
];

/** Takes a step and says in one line how it went; what went wrong follows. Answers whether all is well. */
export async function takeStep({ name, act }: CheckStep): Promise<boolean> {
  const startedAt = performance.now();
  let problem: string | null;
  try {
    problem = await act();
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${problem === null ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (problem !== null) console.log(problem);
  return problem === null;
}

function tool(name: string, ...words: string[]): CheckStep['act'] {
  return async () => {
    const { isGood, stdout, stderr } = await runTool(name, words);
    return isGood ? null : `${stdout}${stderr}`.trim();
  };
}

/** Deno reads each function with the function's own settings, as Supabase does. */
async function checkFunctions(): Promise<string | null> {
  const entries = readdirSync(functionsFolder)
    .map((name) => join(functionsFolder, name))
    .filter((folder) => existsSync(join(folder, 'index.ts')) && existsSync(join(folder, 'deno.json')));
  const problems: string[] = [];
  for (const folder of entries) {
    const words = ['check', '--node-modules-dir=manual', '--no-lock', '--config', join(folder, 'deno.json')];
    const { isGood, stdout, stderr } = await runTool('deno', [...words, join(folder, 'index.ts')], {
      DENO_DIR: resolve('.shop/deno'),
      DENO_NO_UPDATE_CHECK: '1',
      NO_COLOR: '1',
    });
    if (!isGood) problems.push(`${stdout}${stderr}`.trim());
  }
  return problems.length === 0 ? null : problems.join('\n');
}
