import { randomInt } from 'node:crypto';
import { atLength } from './proof-length.ts';

/** Seeds are whole numbers from 0 up to this, so that one is short enough to be typed again. */
const seedsEnd = 2 ** 32;

/**
 * The seed of this run, printed so that a failure can be had again: `PROOF_SEED=… npm test -- proofs`. At night it is
 * another each time.
 * @param ofCheck the seed before a push, always the same, so that a change fails for what it changed
 * @throws Error when PROOF_SEED is set to anything but a whole number from 0 to 4294967295
 */
export function proofSeed(ofCheck: number): number {
  const given = process.env.PROOF_SEED;
  const seed = given ? Number(given) : atLength({ short: ofCheck, full: randomInt(seedsEnd) });
  if (!Number.isInteger(seed) || seed < 0 || seed >= seedsEnd) {
    throw new Error(`PROOF_SEED is ${given}: give a whole number from 0 to ${seedsEnd - 1}.`);
  }
  console.log(`PROOF_SEED=${seed}`);
  return seed;
}

/** Numbers from 0 up to 1, always the same ones in the same order for one seed (the mulberry32 generator). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / seedsEnd;
  };
}
