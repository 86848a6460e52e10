import { runTests } from './test-run.ts';
import { tallyOfProcess } from './test-tally.ts';

/** `npm test`, with `npm test -- <project or file>` for a part. The last line is always `N passed, N failed`. */
await runTests(process.argv.slice(2), tallyOfProcess());
process.exit();
