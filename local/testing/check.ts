import { runAllTests } from './all-tests.ts';
import { buildStep, type CheckStep, schemaSteps, sourceSteps, takeStep } from './check-steps.ts';
import { isGreen, sumOfTallies, tallyLine } from './test-tally.ts';
import { interruptSignal } from './throw-away-stack.ts';

/**
 * `npm run check`: all that must be true before anything is merged. A step that fails adds one to the failures of
 * the last line, `N passed, N failed`; the other steps are taken all the same, so that one run tells everything.
 */
const interrupted = interruptSignal();

const beforeTests = await takeSteps(sourceSteps);
const tests = await runAllTests({
  filters: [],
  interrupted,
  beforeStackTests: (stack) => takeSteps(schemaSteps(stack)),
});
const afterTests = await takeSteps([buildStep]);

const failedSteps = [...beforeTests, ...afterTests].filter((isGood) => !isGood).length;
const tally = sumOfTallies(tests, { passed: 0, failed: failedSteps + (interrupted.aborted ? 1 : 0) });
console.log(`\n${tallyLine(tally)}`);
process.exit(isGreen(tally) ? 0 : 1);

async function takeSteps(steps: readonly CheckStep[]): Promise<boolean[]> {
  const results: boolean[] = [];
  for (const step of steps) {
    if (!interrupted.aborted) results.push(await takeStep(step, interrupted));
  }
  return results;
}
