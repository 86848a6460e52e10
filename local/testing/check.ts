import { sourceSteps, takeStep } from './check-steps.ts';
import { runTests, slowestFiles } from './test-run.ts';
import { tallyOfProcess } from './test-tally.ts';

/**
 * `npm run check`: all that must be true before anything is merged. A step that fails adds one to the failures of
 * the last line, `N passed, N failed`; the other steps are taken all the same, so that one run shows everything.
 */
const tally = tallyOfProcess();
const startedAt = performance.now();

const waiting = sourceSteps.values();
const takeSteps = async () => {
  for (const step of waiting) {
    if (!(await takeStep(step))) tally.failed += 1;
  }
};
await Promise.all([takeSteps(), takeSteps()]);

const vitest = await runTests([], tally);
if (vitest) console.log(`\nThe slowest files:\n${slowestFiles(vitest, 10).join('\n')}`);
console.log(`\nThe whole check took ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);
process.exit();
