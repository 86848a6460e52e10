import { runAllTests } from './all-tests.ts';
import { isGreen, sumOfTallies, tallyLine } from './test-tally.ts';
import { interruptSignal } from './throw-away-stack.ts';

/** `npm test`, with `npm test -- <project or file>` for a part. The last line is always `N passed, N failed`. */
const interrupted = interruptSignal();
let tally = await runAllTests({ filters: process.argv.slice(2), interrupted });
if (interrupted.aborted) tally = sumOfTallies(tally, { passed: 0, failed: 1 });
console.log(`\n${tallyLine(tally)}`);
process.exit(isGreen(tally) ? 0 : 1);
