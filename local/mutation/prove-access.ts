import { guardMutants, rightMutants } from './access-mutants.ts';
import { testFilesNearest } from './function-tests.ts';
import { MutationRun } from './mutation-run.ts';

/**
 * `npm run prove:access`: drops every policy and right of the tables, every trigger and every question about the caller,
 * one at a time, and fails when no test notices. `-- settings` takes the triggers and questions with the word in them.
 */
const words = process.argv.slice(2);
const run = await MutationRun.open();
try {
  const query = <Row extends object>(text: string) => run.query<Row>(text);
  // Policies and rights are tried by a test itself, each in a transaction: a sample in every check, here all of them.
  const complaint = await run.failureOf(['supabase/tests/database/access-matrix.test.ts'], {
    PROOF_LENGTH: 'full',
  });
  console.log(complaint ?? 'Policies and rights of the tables: each is noticed.');
  const functions = await run.functions();
  const ofStorage = (await rightMutants(query)).filter(({ target }) => target.startsWith('storage.'));
  const chosen = [...ofStorage, ...(await guardMutants(query, functions))].filter(
    ({ target, change }) => words.length === 0 || words.some((word) => `${target} ${change}`.includes(word)),
  );
  console.log(`${chosen.length} triggers, questions about the caller and policies of the storage`);
  const survivors = await run.testMutants(
    chosen,
    ({ target, change }) => testFilesNearest([target, / on (\S+)/.exec(change)?.[1] ?? target], functions),
    'access.txt',
  );
  process.exitCode = survivors === 0 && complaint === null ? 0 : 1;
} finally {
  await run.close();
}
