import { showHelp } from '../stack/command-arguments.ts';
import { runTests } from './test-run.ts';
import { tallyOfProcess } from './test-tally.ts';

showHelp('npm test [-- <project or file>]   every test, on throw-away copies of the shop');

/** `npm test`, with `npm test -- <project or file>` for a part. The last line is always `N passed, N failed`. */
await runTests(process.argv.slice(2), tallyOfProcess());
process.exit();
