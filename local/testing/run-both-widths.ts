import { runTests } from './test-run.ts';
import { tallyOfProcess } from './test-tally.ts';

/**
 * `npm run test:widths`, with `-- <part of a file name>` for one file: the browser's journeys on a phone and on a desktop,
 * also those that the check walks in one of the two. The last line is always `N passed, N failed`.
 */
process.env.BOTH_WIDTHS = '1';
await runTests(['browser', ...process.argv.slice(2)], tallyOfProcess());
process.exit();
