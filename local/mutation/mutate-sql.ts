import { parseArgs } from 'node:util';
import { testFilesNearest } from './function-tests.ts';
import { MutationRun } from './mutation-run.ts';
import { mutantsOf, type SqlMutant } from './sql-mutants.ts';

/**
 * `npm run mutate:sql`: introduces one small defect at a time into a SQL function and runs the database tests until one of
 * them fails. A mutant that no test notices survives. `-- settle` takes the functions whose names contain the word,
 * `--sample 100 --seed 7` a random choice. Not part of `npm run check`: every mutant costs seconds.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string' } },
});

const run = await MutationRun.open();
try {
  const functions = await run.functions();
  const chosen = sample(
    functions
      .filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)))
      .flatMap((target) => mutantsOf(target)),
  );
  console.log(`${chosen.length} mutants of ${functions.length} functions`);
  await run.testMutants(chosen, ({ target }) => testFilesNearest([target], functions), 'sql.txt');
} finally {
  await run.close();
}

/** Some of the mutants, in an order that the seed decides; all of them, as they come, without `--sample`. */
function sample(mutants: SqlMutant[]): SqlMutant[] {
  if (values.sample === undefined) return mutants;
  let state = Number(values.seed ?? 1) >>> 0;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return mutants
    .map((mutant) => ({ mutant, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, Number(values.sample))
    .map(({ mutant }) => mutant);
}
