import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { proveAccess } from '../mutation/prove-access.ts';
import { runTests } from './test-run.ts';
import { tallyOfProcess } from './test-tally.ts';

/**
 * `npm run test:night`: every test, with those of the night (night.ts); `-- <project or file>` for a part, `-- --seed 123`
 * to repeat a run of the proofs; `-- access` is prove-access.ts. The last line is always `N passed, N failed`.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string' } } });
const [first, ...words] = positionals;

if (first === 'access') process.exit((await proveAccess(words)) ? 0 : 1);

process.env.NIGHT = '1';
// One seed for all proofs, so that one number repeats the whole run.
const seed = values.seed ?? String(randomInt(2 ** 32));
process.env.PROOF_SEED = seed;

const tally = tallyOfProcess({
  onExit: () => console.log(`\nTo repeat: npm run test:night -- --seed ${seed}`),
});
await runTests(positionals, tally);
process.exit();
