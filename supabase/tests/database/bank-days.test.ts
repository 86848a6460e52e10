import { expect, it } from 'vitest';
import { as, newPerson } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

const holidaysOf = async (year: number) => {
  const rows = await sql<{ day: string; name: string }[]>`
    select day::text, name from public.bank_holidays
    where extract(year from day) = ${year} and source = 'Public Holidays Act (Cap. 110)' order by day`;
  return rows.map(({ day, name }) => `${day.slice(5)} ${name}`);
};
const after = async (day: string, days: number) => {
  const [row] = await sql<{ day: string }[]>`select private.bank_days_after(${day}, ${days})::text as day`;
  return row?.day;
};

it('the holidays of a year are those of the Act, Easter included', async () => {
  expect(await holidaysOf(2026)).toEqual([
    "01-01 New Year's Day",
    '04-03 Good Friday',
    '04-06 Easter Monday',
    '05-01 Labour Day',
    '06-01 Madaraka Day',
    '10-10 Mazingira Day',
    '10-20 Mashujaa Day',
    '12-12 Jamhuri Day',
    '12-25 Christmas Day',
    '12-26 Utamaduni Day',
  ]);
});

it('a holiday on a Sunday moves to the next day that is not one; on a Saturday it stays', async () => {
  const moved = await holidaysOf(2027);
  expect(moved).toContain('10-11 Mazingira Day');
  expect(moved).toContain('12-13 Jamhuri Day');
  expect(moved).toContain('12-25 Christmas Day');
  expect(moved).toContain('12-27 Utamaduni Day');
  expect(moved).toContain('05-01 Labour Day');
});

it.each([
  ['an ordinary Monday', '2026-11-16', 2, '2026-11-18'],
  ['a Thursday: the weekend does not count', '2026-11-19', 2, '2026-11-23'],
  ['a Saturday', '2026-11-21', 2, '2026-11-24'],
  ['before Easter', '2026-04-02', 2, '2026-04-08'],
  ['before Christmas 2026, which ends on a Saturday', '2026-12-24', 1, '2026-12-28'],
])('two bank days after %s', async (_, day, days, expected) => {
  expect(await after(day, days)).toBe(expected);
});

it('a holiday that the owner adds is not a bank day until it is removed', async () => {
  const owner = await newPerson(sql, 'Owner', 'admin');
  await as(sql, owner, (t) => t`select public.add_bank_holiday('2026-11-17', 'Mourning', 'Gazette 1')`);
  expect(await after('2026-11-16', 2)).toBe('2026-11-19');
  const listed = await as(
    sql,
    owner,
    (t) => t<{ id: string; name: string }[]>`select * from public.list_bank_holidays(2026)`,
  );
  const { id = '' } = listed.find(({ name }) => name === 'Mourning') ?? {};
  await as(sql, owner, (t) => t`select public.remove_bank_holiday(${id})`);
  expect(await after('2026-11-16', 2)).toBe('2026-11-18');
});
