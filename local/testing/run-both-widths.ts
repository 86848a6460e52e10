import { runTests } from './test-run.ts';
import { tallyOfProcess } from './test-tally.ts';

/**
 * `npm run test:widths`, with `-- <part of a file name>` for one file: all browser journeys at phone and desktop width,
 * including those that the check runs at only one. The last line is always `N passed, N failed`.
 */
process.env.BOTH_WIDTHS = '1';
await runTests(['browser', ...process.argv.slice(2)], tallyOfProcess());
process.exit();
