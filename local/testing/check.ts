import { showHelp } from '../stack/command-arguments.ts';
import { sourceSteps, runStep } from './check-steps.ts';
import { retriedTests, runTests } from './test-run.ts';
import { tallyOfProcess } from './test-tally.ts';

showHelp('npm run check   everything that must pass before a merge');

/**
 * `npm run check`: everything that must pass before a merge. A step that fails adds one to the failures of the last
 * line, `N passed, N failed`; the other steps still run, so that one run shows everything.
 */
const tally = tallyOfProcess();
const startedAt = performance.now();

const pending = sourceSteps.values();
const runSteps = async () => {
  for (const step of pending) {
    if (!(await runStep(step))) tally.failed += 1;
  }
};
await Promise.all([runSteps(), runSteps()]);

const vitest = await runTests([], tally);
if (vitest) {
  const retried = retriedTests(vitest);
  if (retried.length > 0) console.log(`\nPassed only at the second try:\n${retried.join('\n\n')}`);
}
console.log(`\nThe whole check took ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);
process.exit();
