import { parseCLI, startVitest, type TestModule, type Vitest } from 'vitest/node';
import { addRun, type Tally } from './test-tally.ts';

const projects = ['unit', 'slow-unit', 'components', 'local-stack', 'database', 'api', 'proofs', 'browser'];

/**
 * Runs tests and adds them to the tally.
 * @param words names of projects, parts of file names, and options of vitest
 */
export async function runTests(words: readonly string[], tally: Tally): Promise<Vitest | undefined> {
  const { filter, options } = parseCLI(['vitest', 'run', ...words]);
  const named = filter.filter((word) => projects.includes(word));
  const names = filter.filter((word) => !projects.includes(word));
  try {
    const vitest = await startVitest('test', names, {
      ...options,
      // With nothing to run, the tally says so.
      passWithNoTests: true,
      ...(named.length > 0 ? { project: named } : {}),
    });
    const files = vitest.state.getTestModules().map((module) => ({
      isGood: module.ok(),
      states: [...module.children.allTests()].map((test) => test.result().state),
    }));
    addRun(tally, files, !process.exitCode);
    return vitest;
  } catch (error) {
    console.error(error);
    tally.failed += 1;
    return undefined;
  }
}

/** The files that took longest, with their seconds: where to look when the check becomes slow. */
export function slowestFiles(vitest: Vitest, most: number): string[] {
  const seconds = (module: TestModule) => module.diagnostic().duration / 1000;
  return vitest.state
    .getTestModules()
    .sort((a, b) => seconds(b) - seconds(a))
    .slice(0, most)
    .map((module) => `${seconds(module).toFixed(1).padStart(6)} s  ${module.relativeModuleId}`);
}
