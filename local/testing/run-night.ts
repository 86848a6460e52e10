import { showHelp } from '../stack/command-arguments.ts';
import { randomInt } from 'node:crypto';
import { proveAccess } from '../mutation/prove-access.ts';
import { runTests } from './test-run.ts';
import { tallyOfProcess } from './test-tally.ts';

showHelp('npm run test:night [-- <project or file> --seed <number>]   every test, with those of the night');

/**
 * `npm run test:night`: every test, with those of the night (night.ts); `-- <project or file>` and options of vitest for a
 * part, `-- --seed 123` to repeat a run of the proofs; `-- access` is prove-access.ts. The last line is always
 * `N passed, N failed`.
 */
const args = process.argv.slice(2);
if (args[0] === 'access') process.exit((await proveAccess(args.slice(1))) ? 0 : 1);

process.env.NIGHT = '1';
const at = args.indexOf('--seed');
// One seed for all proofs, so that one number repeats the whole run.
const [, seed = String(randomInt(2 ** 32))] = at < 0 ? [] : args.splice(at, 2);
process.env.PROOF_SEED = seed;

const tally = tallyOfProcess({
  onExit: () => console.log(`\nTo repeat: npm run test:night -- --seed ${seed}`),
});
await runTests(args, tally);
process.exit();
