export type ProofArguments = {
  /** As it was typed; null when the run is to take a new one. */
  seed: string | null;
  /** Parts of file names, and options of vitest. */
  filters: string[];
};

/** What stands behind `npm run prove --`: `--seed 123` or `--seed=123`, the rest names proofs. */
export function proofArguments(words: readonly string[]): ProofArguments {
  const filters = words.filter((word, i) => !word.startsWith('--seed') && words[i - 1] !== '--seed');
  const joined = words.find((word) => word.startsWith('--seed='))?.slice('--seed='.length);
  const apart = words.includes('--seed') ? (words[words.indexOf('--seed') + 1] ?? '') : undefined;
  const seed = joined ?? apart ?? null;
  if (seed !== null && !/^[0-9]{1,10}$/.test(seed)) {
    throw new Error(`"${seed}" is no seed: type npm run prove -- --seed 123`);
  }
  return { seed, filters };
}
