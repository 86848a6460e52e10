import type postgres from 'postgres';
import type { Transaction } from './shop-cast.ts';

/**
 * Acts in a transaction that is rolled back at its end: other tests of the same shop see nothing of it.
 * @returns the result of `work`
 * @throws what `work` throws
 */
export async function rolledBack<T>(sql: postgres.Sql, work: (t: Transaction) => Promise<T>): Promise<T> {
  const rollBack = new Error('roll back');
  let answer: { is: T } | undefined;
  await sql
    .begin(async (t) => {
      answer = { is: await work(t) };
      throw rollBack;
    })
    .catch((error: unknown) => {
      if (error !== rollBack) throw error;
    });
  return (answer as { is: T }).is;
}
