import { randomInt } from 'node:crypto';
import { proofArguments } from './proof-arguments.ts';
import { runTests } from './test-run.ts';
import { tallyOfProcess } from './test-tally.ts';

/**
 * `npm run prove`: the proofs at full length, with `-- --seed 123` to repeat a run and `-- <part of a file name>` for one
 * proof. The last line is always `N passed, N failed`.
 */
const { seed, filters } = proofArguments(process.argv.slice(2));

process.env.PROOF_LENGTH = 'full';
// One seed for all proofs, so that one number repeats the whole run.
process.env.PROOF_SEED = seed ?? String(randomInt(2 ** 32));
console.log(
  `Seed ${process.env.PROOF_SEED}; to repeat this run: npm run prove -- --seed ${process.env.PROOF_SEED}\n`,
);

const tally = tallyOfProcess({ onExit: () => console.log(`\nSeed ${process.env.PROOF_SEED}`) });
await runTests(['proofs', ...filters], tally);
process.exit();
