import { parseCLI, startVitest, type Vitest } from 'vitest/node';
import { addRun, type Tally } from './test-tally.ts';

const projects = ['unit', 'slow-unit', 'components', 'local-stack', 'database', 'api', 'proofs', 'browser'];

/**
 * Runs tests and adds them to the tally.
 * @param args names of projects, parts of file names, and options of vitest
 */
export async function runTests(args: readonly string[], tally: Tally): Promise<Vitest | undefined> {
  const { filter, options } = parseCLI(['vitest', 'run', ...args]);
  const projectFilters = filter.filter((word) => projects.includes(word));
  const fileFilters = filter.filter((word) => !projects.includes(word));
  try {
    const vitest = await startVitest('test', fileFilters, {
      ...options,
      // The tally reports a run without tests.
      passWithNoTests: true,
      project: projectFilters,
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

/** The tests that passed only at their second try, with what failed at the first. */
export function retriedTests(vitest: Vitest): string[] {
  return vitest.state.getTestModules().flatMap((module) =>
    [...module.children.allTests('passed')].flatMap((test) => {
      const [error] = test.result().errors ?? [];
      return error ? [`${module.relativeModuleId} > ${test.fullName}\n${error.stack ?? error.message}`] : [];
    }),
  );
}
