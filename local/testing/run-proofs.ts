import { randomInt } from 'node:crypto';
import { runAllTests } from './all-tests.ts';
import { proofArguments } from './proof-arguments.ts';
import { isGreen, sumOfTallies, tallyLine } from './test-tally.ts';
import { interruptSignal } from './throw-away-stack.ts';

/**
 * `npm run prove`, with `-- --seed 123` to have a run again and `-- <part of a file name>` for one proof: the proofs
 * at full length. The last line is always `N passed, N failed`.
 */
const interrupted = interruptSignal();
const { seed, filters } = proofArguments(process.argv.slice(2));

process.env.PROOF_LENGTH = 'full';
// One seed for all proofs, so that one number has the whole run again.
process.env.PROOF_SEED = seed ?? String(randomInt(2 ** 32));
console.log(
  `Seed ${process.env.PROOF_SEED}; the same run again: npm run prove -- --seed ${process.env.PROOF_SEED}\n`,
);

let tally = await runAllTests({ filters: ['proofs', ...filters], interrupted });
if (interrupted.aborted) tally = sumOfTallies(tally, { passed: 0, failed: 1 });
console.log(`\nSeed ${process.env.PROOF_SEED}\n${tallyLine(tally)}`);
process.exit(isGreen(tally) ? 0 : 1);
