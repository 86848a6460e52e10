import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../test-database.ts';

/*
 * docs/what-may-happen.md was written before the function, from what an owner expects: the two say the same.
 */
const sql = openTestDatabase();

const columns = [
  'word',
  'pay',
  'send',
  'buyer cancels',
  'staff cancels',
  'change',
  'change of sum',
  'give back',
  'paper',
  'next',
] as const;
type Cell = Record<'status' | 'due' | 'asked' | 'goods' | (typeof columns)[number], string>;

const [header = [], , ...rows] = readFileSync('docs/what-may-happen.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((text) => text.trim()),
  );
const cells = rows.map((row) => Object.fromEntries(row.map((text, n) => [header[n], text])) as Cell);

/** A key of SQL as the table writes it: a null means that nothing stands in the way, or that there is none. */
const yes = (obstacle: string | null) => obstacle ?? 'yes';

async function answerTo({ status, due, asked, goods }: Cell) {
  const [is] = await sql<Record<string, string | null>[]>`
    select w.*, w.is_refundable::text as refund from private.what_may_happen(${status}, ${due}, ${asked}, ${goods}) w`;
  if (!is) throw new Error('The table has no such cell.');
  return {
    word: is.word,
    pay: is.pay,
    send: is.send,
    'buyer cancels': yes(is.cancel_by_buyer ?? null),
    'staff cancels': yes(is.cancel_by_staff ?? null),
    change: yes(is.change ?? null),
    'change of sum': yes(is.change ?? is.change_sum ?? is.change_dearer ?? null),
    'give back': is.refund === 'true' ? 'yes' : 'no',
    paper: is.paper ?? 'none',
    next: is.next ?? 'none',
  };
}

describe('what may happen to an order', () => {
  it.each(cells)('$status, due: $due, asked: $asked, goods: $goods', async (cell) => {
    expect(await answerTo(cell)).toEqual(Object.fromEntries(columns.map((name) => [name, cell[name]])));
  });
});
