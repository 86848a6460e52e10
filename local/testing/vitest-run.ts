import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Tally, tallyOf, type VitestReport } from './test-tally.ts';

const run = promisify(execFile);

const vitest = 'node_modules/vitest/vitest.mjs';

export type VitestRun = {
  projects: readonly string[];
  /** File names or parts of them, and vitest's own options. */
  filters: readonly string[];
  env?: Record<string, string>;
  interrupted: AbortSignal;
};

/** Runs vitest in a process of its own, its words on the screen as they come, and counts from its report. */
export async function runVitest({ projects, filters, env, interrupted }: VitestRun): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-report-'));
  const reportFile = join(folder, 'report.json');
  try {
    const exitCode = await vitestEnds(
      [
        'run',
        ...projects.flatMap((project) => ['--project', project]),
        // A filter may name files of another project only.
        '--passWithNoTests',
        ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`],
        ...filters,
      ],
      { env, interrupted },
    );
    return tallyOf(readReport(reportFile), exitCode);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Do these filters name a test file of these projects? Spares the start of what nobody would use. */
export async function hasTestFiles({
  projects,
  filters,
}: Pick<VitestRun, 'projects' | 'filters'>): Promise<boolean> {
  if (filters.length === 0) return true;
  const ofProjects = projects.flatMap((project) => ['--project', project]);
  try {
    const { stdout } = await run(process.execPath, [
      ...[vitest, 'list', '--filesOnly', '--passWithNoTests'],
      ...ofProjects,
      ...filters,
    ]);
    return stdout.trim() !== '';
  } catch {
    // The run itself will say what is wrong.
    return true;
  }
}

function vitestEnds(
  words: readonly string[],
  { env, interrupted }: Pick<VitestRun, 'env' | 'interrupted'>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vitest, ...words], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    const end = () => child.kill('SIGTERM');
    if (interrupted.aborted) end();
    interrupted.addEventListener('abort', end);
    child.once('error', reject);
    child.once('exit', (code) => {
      interrupted.removeEventListener('abort', end);
      resolve(code ?? 1);
    });
  });
}

function readReport(file: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  } catch {
    return null;
  }
}
