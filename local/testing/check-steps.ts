import { resolve } from 'node:path';
import { folderFindings } from '../deploy/shop-release.ts';
import { runTool } from './tool-run.ts';

/** A check of the sources. `run` returns what is wrong, or null. */
type CheckStep = { name: string; run(): Promise<string | null> };

/** The slowest first: two of them run at a time. */
export const sourceSteps: readonly CheckStep[] = [
  { name: 'types and lint', run: tool('oxlint') },
  { name: 'format', run: tool('oxfmt', '--check') },
  {
    name: 'imports',
    run: tool('depcruise', 'web', 'local', 'supabase', '--config', 'dependency-cruiser.config.js'),
  },
  { name: 'unused', run: tool('knip', '--no-progress') },
  { name: 'deploy', run: async () => (await folderFindings(resolve('.'))).join('\n') || null },
  { name: 'seed is fresh', run: tool('tsx', 'supabase/seed/build-seed.ts', '--check') },
];

/** Runs a step and prints its result in one line, followed by what is wrong. Returns whether it passed. */
export async function runStep({ name, run }: CheckStep): Promise<boolean> {
  const startedAt = performance.now();
  let problem: string | null;
  try {
    problem = await run();
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${problem === null ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (problem !== null) console.log(problem);
  return problem === null;
}

function tool(name: string, ...args: string[]): CheckStep['run'] {
  return async () => {
    const { isGood, stdout, stderr } = await runTool(name, args);
    return isGood ? null : `${stdout}${stderr}`.trim();
  };
}
