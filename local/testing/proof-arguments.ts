export type ProofArguments = {
  /** As typed; null for a new one. */
  seed: string | null;
  /** Parts of file names, and options of vitest. */
  filters: string[];
};

/** Parses the arguments after `npm run prove --`: `--seed 123` or `--seed=123`; the rest are filters. */
export function proofArguments(args: readonly string[]): ProofArguments {
  const filters = args.filter((arg, i) => !arg.startsWith('--seed') && args[i - 1] !== '--seed');
  const withEquals = args.find((arg) => arg.startsWith('--seed='))?.slice('--seed='.length);
  const separate = args.includes('--seed') ? (args[args.indexOf('--seed') + 1] ?? '') : undefined;
  const seed = withEquals ?? separate ?? null;
  if (seed !== null && !/^[0-9]{1,10}$/.test(seed)) {
    throw new Error(`"${seed}" is not a seed: type npm run prove -- --seed 123`);
  }
  return { seed, filters };
}
