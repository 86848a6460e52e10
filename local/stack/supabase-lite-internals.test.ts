import { expect, test } from 'vitest';
import { keepTimeLimits } from './supabase-lite-internals.ts';

test('limits of functions that could not be read are read again for the next request', async () => {
  const set: unknown[] = [];
  let reads = 0;
  const transaction = {
    executeQuery({ sql, parameters }: { sql: string; parameters: unknown[] }) {
      if (sql.includes('set_config')) {
        set.push(...parameters);
        return Promise.resolve({ rows: [] });
      }
      reads += 1;
      if (reads === 1) return Promise.reject(new Error('Connection lost.'));
      return Promise.resolve({ rows: [{ name: 'import_rows', limit: '30s' }] });
    },
  };
  const connection = {
    applyJwtSessionContext: () => Promise.resolve(),
    applyRpcRequestGucs: (_transaction: unknown, _request: { path: string }) => Promise.resolve(),
  };
  keepTimeLimits(connection);
  const ask = () => connection.applyRpcRequestGucs(transaction, { path: '/rest/v1/rpc/import_rows' });

  await expect(ask()).rejects.toThrow('Connection lost.');
  await ask();
  await ask();
  expect(set).toEqual(['30s', '30s']);
  expect(reads).toBe(2);
});
