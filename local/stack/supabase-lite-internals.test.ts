import { expect, test } from 'vitest';
import { setStatementTimeouts, withLostCode } from './supabase-lite-internals.ts';

type Settings = Record<string, unknown>;

/** A fake connection of Lite and a transaction that records the settings of each statement. */
function connectionUnderTest() {
  const statements: Settings[] = [];
  const reads: string[] = [];
  const transaction = {
    executeQuery({ sql, parameters }: { sql: string; parameters: unknown[] }) {
      if (sql.includes('set_config')) {
        const names = [...sql.matchAll(/set_config\('([\w.]+)'/g)].map(([, name = '']) => name);
        statements.push(Object.fromEntries(names.map((name, index) => [name, parameters[index]])));
        return Promise.resolve({ rows: [] });
      }
      reads.push(sql);
      if (reads.length === 1) return Promise.reject(new Error('Connection lost.'));
      return Promise.resolve({ rows: [{ name: 'import_rows', limit: '30s' }] });
    },
  };
  const connection = {
    applyJwtSessionContext: (_transaction: unknown, _caller: object, _isRole: boolean) => Promise.resolve(),
    applyRpcRequestGucs: (_transaction: unknown, _call: { method: string; path: string }) =>
      Promise.resolve(),
  };
  setStatementTimeouts(connection);
  return { connection, transaction, statements, reads };
}

test('function timeouts that could not be read are read again for the next request', async () => {
  const { connection, transaction, statements, reads } = connectionUnderTest();
  const callFunction = () =>
    connection.applyRpcRequestGucs(transaction, { method: 'POST', path: '/rest/v1/rpc/import_rows' });
  await expect(callFunction()).rejects.toThrow('Connection lost.');
  await callFunction();
  await callFunction();
  expect(statements.map(({ statement_timeout }) => statement_timeout)).toEqual(['30s', '30s']);
  expect(reads).toHaveLength(2);
});

test('a deadlock has the code by which the shop asks to try again', async () => {
  const lost = { code: 'SUP', message: 'PostgresError: deadlock detected' };
  const answer = await withLostCode(Response.json(lost, { status: 500 }));
  expect([answer.status, await answer.json()]).toMatchObject([500, { code: '40P01' }]);
});
