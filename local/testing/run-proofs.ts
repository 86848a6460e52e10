import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { proveAccess } from '../mutation/prove-access.ts';
import { runTests } from './test-run.ts';
import { tallyOfProcess } from './test-tally.ts';

/**
 * `npm run prove`: the proofs at full length, with `-- --seed 123` to repeat a run and `-- <part of a file name>` for one
 * proof; `-- access` is prove-access.ts. The last line is always `N passed, N failed`.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string' } } });
const [first, ...words] = positionals;

if (first === 'access') process.exit((await proveAccess(words)) ? 0 : 1);

process.env.PROOF_LENGTH = 'full';
// One seed for all proofs, so that one number repeats the whole run.
const seed = values.seed ?? String(randomInt(2 ** 32));
process.env.PROOF_SEED = seed;
console.log(`Seed ${seed}; to repeat this run: npm run prove -- --seed ${seed}\n`);

const tally = tallyOfProcess({ onExit: () => console.log(`\nSeed ${seed}`) });
await runTests(['proofs', ...positionals], tally);
process.exit();
