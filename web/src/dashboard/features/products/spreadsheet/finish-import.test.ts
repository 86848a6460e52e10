import type { ProductImport } from '@contract/product-imports.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiError } from '#lib/api/api-client.ts';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { finishImport } from './finish-import.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const waiting = (rows: number) => ({ id: 'one', waiting: rows }) as ProductImport;

/** The database's replies, one after the other; a lost connection is an error. */
function replies(...all: (ProductImport | Response | Error)[]) {
  const asked: string[] = [];
  answerDatabase((address, body) => {
    asked.push(`${address} ${JSON.stringify(body)}`);
    const next = all.shift();
    if (next instanceof Error) throw next;
    return next;
  });
  return asked;
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
  const asked = replies(waiting(60), waiting(10), waiting(0));
  expect(await finished(waiting(100))).toEqual({ end: waiting(0), seen: [60, 10, 0] });
  const step = 'http://shop.test/rest/v1/rpc/continue_product_import {"p_id":"one"}';
  expect(asked).toEqual(Array(3).fill(step));
  expect(await finished(waiting(0))).toEqual({ end: waiting(0), seen: [] });
  expect(asked).toHaveLength(3);
});

test('a killed function, a lost connection and a slug taken at the same moment are retried', async () => {
  replies(
    waiting(60),
    refusedBySql('service_unavailable'),
    new TypeError('lost'),
    refusedBySql('slug_taken'),
    waiting(0),
  );
  expect(await finished(waiting(100))).toEqual({ end: waiting(0), seen: [60, 0] });
});

test('five failures in a row stop the import, and so does a refusal', async () => {
  const down = () => refusedBySql('service_unavailable');
  const asked = replies(waiting(60), down(), down(), down(), down(), down());
  const { end, seen } = await finished(waiting(100));
  expect([(end as ApiError).status, seen]).toEqual([503, [60]]);
  expect(asked).toHaveLength(6);
  const forbidden = replies(refusedBySql('last_admin'));
  expect(((await finished(waiting(100))).end as ApiError).status).toBe(409);
  expect(forbidden).toHaveLength(1);
});
