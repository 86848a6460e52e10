import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { databaseTypesFile, databaseTypesOf } from './database-types.ts';
import { askAdvisors } from './schema-advice.ts';
import type { ThrowAwayStack } from './throw-away-stack.ts';
import { runTool } from './tool-run.ts';

/** One thing that must be true of the sources. `act` answers what is wrong, or null. */
export type CheckStep = { name: string; act(interrupted: AbortSignal): Promise<string | null> };

const functionsFolder = 'supabase/functions';

export const sourceSteps: readonly CheckStep[] = [
  { name: 'format', act: tool('prettier', '--check', '.', '--log-level', 'warn') },
  { name: 'lint', act: tool('eslint', '.', '--max-warnings', '0') },
  {
    name: 'imports',
    act: tool('depcruise', 'web', 'local', 'supabase', '--config', 'dependency-cruiser.config.js'),
  },
  { name: 'types', act: tool('tsc', '--noEmit', '-p', '.') },
  { name: 'types of the functions, by Deno', act: checkFunctions },
  { name: 'seed is fresh', act: tool('tsx', 'supabase/seed/build-seed.ts', '--check') },
];

export const buildStep: CheckStep = { name: 'build', act: buildElsewhere };

/** What only a migrated database can tell. */
export function schemaSteps({ description }: ThrowAwayStack): readonly CheckStep[] {
  const { postgres } = description.addresses;
  return [
    { name: 'schema advisors', act: () => askAdvisors(postgres, (line) => console.log(line)) },
    {
      name: 'database types are fresh',
      act: async () =>
        (await databaseTypesOf(postgres)) === readFileSync(databaseTypesFile, 'utf8')
          ? null
          : `${databaseTypesFile} is stale: type npm run types.`,
    },
  ];
}

/** Takes a step and says in one line how it went; what went wrong follows. Answers whether all is well. */
export async function takeStep({ name, act }: CheckStep, interrupted: AbortSignal): Promise<boolean> {
  const startedAt = performance.now();
  let problem: string | null;
  try {
    problem = await act(interrupted);
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${problem === null ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (problem !== null) console.log(problem);
  return problem === null;
}

function tool(name: string, ...words: string[]): CheckStep['act'] {
  return async (interrupted) => {
    const { isGood, stdout, stderr } = await runTool(name, words, { interrupted });
    return isGood ? null : `${stdout}${stderr}`.trim();
  };
}

/** Deno reads each function with the function's own settings, as Supabase does. */
async function checkFunctions(interrupted: AbortSignal): Promise<string | null> {
  const entries = readdirSync(functionsFolder)
    .map((name) => join(functionsFolder, name))
    .filter((folder) => existsSync(join(folder, 'index.ts')) && existsSync(join(folder, 'deno.json')));
  const problems: string[] = [];
  for (const folder of entries) {
    const words = ['check', '--node-modules-dir=manual', '--no-lock', '--config', join(folder, 'deno.json')];
    const { isGood, stdout, stderr } = await runTool('deno', [...words, join(folder, 'index.ts')], {
      env: { DENO_DIR: resolve('.shop/deno'), DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' },
      interrupted,
    });
    if (!isGood) problems.push(`${stdout}${stderr}`.trim());
  }
  return problems.length === 0 ? null : problems.join('\n');
}

/** Builds for the hosted site into a folder of its own: a running shop keeps the site that it serves. */
async function buildElsewhere(interrupted: AbortSignal): Promise<string | null> {
  const outDir = mkdtempSync(join(tmpdir(), 'shop-build-'));
  try {
    const words = ['build', '--config', 'web/vite.config.ts', '--logLevel', 'warn', '--emptyOutDir'];
    return await tool('vite', ...words, '--outDir', outDir)(interrupted);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}
