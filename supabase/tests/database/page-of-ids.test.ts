import { expect, it } from 'vitest';
import type { RowCursor } from '../../functions/_shared/contract/admin.ts';
import { refusalCode } from '../sql-refusals.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

type Page = { ids: string[]; after: RowCursor | null };
const page = async (
  query: string,
  isDescending: boolean,
  after: RowCursor | number | null,
  isFoundFirst = false,
) => {
  const [found] = await sql<Page[]>`
    select * from private.page_of_ids(${query}, ${isDescending}, 3, ${sql.json(after)}, ${isFoundFirst})`;
  return found as Page;
};

it.each([
  ['numbers', 'i'],
  ['moments a microsecond apart', `timestamptz '2026-11-28 12:00+03' + i * interval '1 microsecond'`],
  ['words', `'Ng’ang’a "' || i || '", ' || chr(64 + i)`],
])('pages by %s, equal ones by id, have each row once, in either direction', async (_, place) => {
  // Three rows of each place: no page ends with one.
  const query = `select n as id, ${place} as place from generate_series(1, 10) n cross join lateral (select n / 3 as i) p`;
  for (const isDescending of [false, true])
    for (const isFoundFirst of [false, true]) {
      const all = await sql.unsafe<{ id: string }[]>(
        `select q.id::text from (${query}) q order by q.place ${isDescending ? 'desc, q.id desc' : ', q.id'}`,
      );
      const ids: string[] = [];
      let after: RowCursor | null = null;
      do {
        const read: Page = await page(query, isDescending, after, isFoundFirst);
        expect(await page(query, isDescending, ids.length, isFoundFirst)).toEqual(read);
        ids.push(...read.ids);
        ({ after } = read);
      } while (after);
      expect(ids).toEqual(all.map(({ id }) => id));
    }
});

it('a page of nothing is empty, one behind the last row too, and what is no row is refused', async () => {
  const query = 'select n as id, n as place from generate_series(1, 3) n';
  expect(await page(`${query} where false`, false, null)).toEqual({ ids: [], after: null });
  for (const after of [['3', '3'], 3, 900] as const)
    expect(await page(query, false, after as RowCursor | number)).toEqual({ ids: [], after: null });
  for (const after of [['x', '1'], ['1', 'x'], ['1'], [1, 1], [1], [], {}, 'x', true, -1, 1e10])
    expect(await refusalCode(page(query, false, after as RowCursor))).toBe('invalid_cursor');
});
