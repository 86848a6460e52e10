import type { ProductImport } from '@contract/product-imports.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiError } from '../../../../lib/api-client.ts';
import { finishImport } from './finish-import.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const waiting = (rows: number) => ({ id: 'one', waiting: rows }) as ProductImport;
const refused = (status: number, code: string) => Response.json({ message: code, code }, { status });

/** The API's replies, one after the other; a lost connection is an error. */
function replies(...all: (ProductImport | Response | Error)[]) {
  const fetched = vi.fn((_path: string) => {
    const next = all.shift();
    if (next instanceof Error) return Promise.reject(next);
    return Promise.resolve(next instanceof Response ? next : Response.json(next));
  });
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

async function finished(started: ProductImport) {
  const seen: number[] = [];
  const end = finishImport(started, ({ waiting: rows }) => void seen.push(rows)).catch(
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  return { end: await end, seen };
}

test('an import is continued until no row is waiting', async () => {
  const fetched = replies(waiting(60), waiting(10), waiting(0));
  expect(await finished(waiting(100))).toEqual({ end: waiting(0), seen: [60, 10, 0] });
  expect(fetched.mock.calls.map(([path]) => path)).toEqual(
    Array(3).fill('/api/admin/products/imports/one/continue'),
  );
  expect(await finished(waiting(0))).toEqual({ end: waiting(0), seen: [] });
  expect(fetched).toHaveBeenCalledTimes(3);
});

test('a killed function, a lost connection and a slug taken at the same moment are retried', async () => {
  replies(
    waiting(60),
    refused(503, 'service_unavailable'),
    new TypeError('lost'),
    refused(409, 'slug_taken'),
    waiting(0),
  );
  expect(await finished(waiting(100))).toEqual({ end: waiting(0), seen: [60, 0] });
});

test('five failures in a row stop the import, and so does a refusal', async () => {
  const down = () => refused(503, 'service_unavailable');
  const fetched = replies(waiting(60), down(), down(), down(), down(), down());
  const { end, seen } = await finished(waiting(100));
  expect([(end as ApiError).status, seen]).toEqual([503, [60]]);
  expect(fetched).toHaveBeenCalledTimes(6);
  const forbidden = replies(refused(403, 'forbidden'));
  expect(((await finished(waiting(100))).end as ApiError).status).toBe(403);
  expect(forbidden).toHaveBeenCalledTimes(1);
});
