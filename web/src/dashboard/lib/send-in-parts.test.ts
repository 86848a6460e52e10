import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiError } from '#lib/api/api-client.ts';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { sendInParts } from './send-in-parts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sends so many rows to a database with these replies, each to one part. */
async function sent(count: number, ...replies: (Response | Error)[]) {
  const asked: unknown[] = [];
  answerDatabase((address, body) => {
    const { p_part, p_rows } = body as { p_part: number; p_rows: number[] };
    asked.push([address.split('/').pop(), p_part, p_rows[0], p_rows.length]);
    const reply = replies.shift();
    if (reply instanceof Error) throw reply;
    return reply ?? null;
  });
  const seen: number[] = [];
  const rows = Array.from({ length: count }, (_, i) => i);
  const sendLast = async (last: number[], parts: number) => ({ first: last[0], rows: last.length, parts });
  const end = sendInParts('one', rows, sendLast, (n) => void seen.push(n)).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return { end: await end, asked, seen };
}

test.each([
  [0, { rows: 0, parts: 0 }, []],
  [500, { first: 0, rows: 500, parts: 0 }, []],
  [501, { first: 500, rows: 1, parts: 1 }, [500]],
  [5000, { first: 4500, rows: 500, parts: 9 }, [500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500]],
])(
  '%i rows are sent in parts of at most 500, and the last part ends the import',
  async (count, end, seen) => {
    const all = await sent(count);
    expect(all).toMatchObject({ end, seen });
    expect(all.asked).toEqual(seen.map((to, i) => ['send_import_part', i + 1, to - 500, 500]));
  },
);

test('a part that was lost on the way is sent again, and none after it is sent before', async () => {
  const lost = new TypeError('lost');
  const all = await sent(1200, new Response('null'), lost, refusedBySql('service_unavailable'));
  expect(all).toMatchObject({ end: { first: 1000, rows: 200, parts: 2 }, seen: [500, 1000] });
  expect(all.asked.map((part) => (part as number[])[1])).toEqual([1, 2, 2, 2]);
});

test('a part that is refused ends the sending, and so do five failures', async () => {
  const refused = await sent(1200, refusedBySql('key_reused'));
  expect([(refused.end as ApiError).status, refused.seen]).toEqual([409, []]);
  const down = await sent(1200, ...Array.from({ length: 5 }, () => refusedBySql('service_unavailable')));
  expect([(down.end as ApiError).status, down.asked.length]).toEqual([503, 5]);
});
