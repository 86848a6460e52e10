import { noTests, sumOfTallies, type Tally } from './test-tally.ts';
import { type ThrowAwayStack, withThrowAwayStack } from './throw-away-stack.ts';
import { hasTestFiles, runVitest } from './vitest-run.ts';

/** The suites that need the shop running, in the order of what stands on what. */
const stackProjects = ['database', 'api', 'proofs', 'browser'];
/** The suites that need nothing, or start shops of their own. */
const ownProjects = ['unit', 'local-stack'];
const projects = [...ownProjects, ...stackProjects];

export type AllTests = {
  /** Names of projects, parts of file names, and options of vitest. */
  filters: readonly string[];
  interrupted: AbortSignal;
  /** More that has to be asked of a running stack; counted as failed tests, one for each `false`. */
  beforeStackTests?(stack: ThrowAwayStack): Promise<readonly boolean[]>;
};

/** Every test of the shop: the quick ones at once, the others on a throw-away stack. */
export async function runAllTests({ filters, interrupted, beforeStackTests }: AllTests): Promise<Tally> {
  const named = projects.filter((project) => filters.includes(project));
  const wanted = named.length > 0 ? named : projects;
  const rest = filters.filter((filter) => !named.includes(filter));
  let tally = noTests;

  const onTheirOwn = wanted.filter((project) => ownProjects.includes(project));
  if (onTheirOwn.length > 0) {
    tally = sumOfTallies(tally, await runVitest({ projects: onTheirOwn, filters: rest, interrupted }));
  }
  const onStack = wanted.filter((project) => stackProjects.includes(project));
  if (onStack.length === 0 || interrupted.aborted) return tally;
  if (!(await hasTestFiles({ projects: onStack, filters: rest }))) return tally;

  try {
    const more = await withThrowAwayStack(
      {
        build: onStack.includes('browser'),
        onStep: (text) => console.log(`  ✓ ${text}`),
        interrupted,
      },
      async (stack) => {
        const answers = (await beforeStackTests?.(stack)) ?? [];
        const run = await runVitest({
          projects: onStack,
          filters: rest,
          env: { SHOP_STACK: JSON.stringify(stack.description) },
          interrupted,
        });
        const crash = stack.crash();
        if (crash !== null) console.error(crash);
        const failed = answers.filter((isGood) => !isGood).length + (crash === null ? 0 : 1);
        return sumOfTallies(run, { passed: 0, failed });
      },
    );
    return sumOfTallies(tally, more);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return sumOfTallies(tally, { passed: 0, failed: 1 });
  }
}
