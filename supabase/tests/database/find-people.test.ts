import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PageOfRows } from '../../functions/_shared/contract/admin.ts';
import type { User } from '../../functions/_shared/contract/auth.ts';
import { as, type Character, guest, newPerson } from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';

const sql = openTestDatabase();

const admin = testPerson(sql, 'Owner', 'admin');

type PeopleQuery = {
  search?: string;
  role?: string;
  sort?: string;
  descending?: boolean;
  limit?: number;
  after?: unknown;
};

const find = async (
  { search = '', role = '', sort = 'createdAt', descending = true, limit = 50, after = null }: PeopleQuery,
  who: Character = admin,
) => {
  const [row] = await as(
    sql,
    who,
    (t) => t<{ found: PageOfRows<User> }[]>`
      select public.find_people(${search}, ${role}, ${sort}, ${descending}, ${limit}, ${t.json(after as null)}) as found`,
  );
  return row?.found as PageOfRows<User>;
};

it.each(['020 123 4567', '+254 20 123 4567', '20 123 4567'])(
  'a landline that is stored as it is dialled in Kenya is found as %s',
  async (typed) => {
    // With a letter: digits alone would be read as a part of the number.
    const mark = `m${randomUUID().slice(0, 8)}`;
    const person = await newPerson(sql, `Landline-${mark}`);
    await sql`update public.users set phone = '+254201234567' where id = ${person.userId}`;
    expect((await find({ search: `${typed} ${mark}` })).rows).toHaveLength(1);
  },
);

describe('a person is found', () => {
  let mark = '';
  let muthoni: { userId: string; email: string };
  beforeAll(async () => {
    // With a letter, as above.
    mark = `m${randomUUID().slice(0, 8)}`;
    muthoni = await newPerson(sql, `Müthoni-${mark}`);
    await sql`update public.users set name = ${`Müthoni wa Kamau ${mark}`}, phone = '+254722333444' where id = ${muthoni.userId}`;
  });

  it.each([
    ['by a part of the name, without its accents', () => `muthoni ${mark}`],
    ['by words in any order', () => `${mark} KAMAU`],
    ['by the e-mail', () => muthoni.email],
    ['by the phone as it is said', () => `0722 333 444 ${mark}`],
    ['by the phone as it is stored', () => `+254722333444 ${mark}`],
    ['by the phone with dashes', () => `+254 (0)722-333-444 ${mark}`],
    ['by the phone without its leading 0', () => `722 333 444 ${mark}`],
  ])('%s', async (_, search) => {
    const { rows: people } = await find({ search: search() });
    expect(people.map(({ id }) => id)).toEqual([muthoni.userId]);
  });

  it('not by wildcards', async () => {
    expect(await find({ search: `%${mark}%_` })).toEqual({ rows: [], after: null });
  });

  it('by what they changed their name to', async () => {
    const otieno = await newPerson(sql, 'Otieno');
    await as(
      sql,
      otieno,
      (t) => t`update public.users set name = ${`Neu ${mark}`} where id = ${otieno.userId}`,
    );
    expect((await find({ search: `neu ${mark}` })).rows).toHaveLength(1);
  });
});

describe('the table of people', () => {
  it('is paged, newest first or by name', async () => {
    const mark = `m${randomUUID().slice(0, 8)}`;
    for (const name of ['Chebet', 'akinyi', 'Barasa']) {
      const { userId } = await newPerson(sql, name);
      await sql`update public.users set name = ${`${name} ${mark}`} where id = ${userId}`;
    }
    const names = async (query: PeopleQuery) =>
      (await find({ search: mark, ...query })).rows.map(({ name }) => name.split(' ')[0]);
    expect(await names({})).toEqual(['Barasa', 'akinyi', 'Chebet']);
    expect(await names({ sort: 'name', descending: false })).toEqual(['akinyi', 'Barasa', 'Chebet']);
    expect(await names({ sort: 'name', descending: false, limit: 2 })).toEqual(['akinyi', 'Barasa']);
    const { after } = await find({ search: mark, sort: 'name', descending: false, limit: 2 });
    for (const from of [after, 2])
      expect(await names({ sort: 'name', descending: false, limit: 2, after: from })).toEqual(['Chebet']);
    expect(await names({ after: 1_000_000 })).toEqual([]);
    expect(await refusalCode(find({ after: ['no time', after?.[1] ?? ''] }))).toBe('invalid_cursor');
  });

  it('can be the admins alone', async () => {
    const { rows: people } = await find({ role: 'admin', limit: 200 });
    expect(people.every(({ role }) => role === 'admin')).toBe(true);
    expect(people.map(({ id }) => id)).toContain(admin.userId);
    const [row] = await sql`select count(*)::integer as admins from public.users where role = 'admin'`;
    expect(people).toHaveLength(Math.min(row?.admins, 200));
  });

  it('shows nothing about a password', async () => {
    const ada = await newPerson(sql, 'Ada');
    const { rows: people } = await find({ search: ada.email });
    expect(people).toMatchObject([{ role: 'customer' }]);
    expect(Object.keys(people[0] ?? {}).sort()).toEqual([
      'address',
      'createdAt',
      'email',
      'emailConfirmed',
      'id',
      'name',
      'phone',
      'role',
      'updatedAt',
    ]);
  });

  it('is for admins, and refuses an unknown sort', async () => {
    await expect(find({}, await newPerson(sql, 'Ada'))).rejects.toMatchObject({ code: 'PT403' });
    await expect(find({}, guest)).rejects.toMatchObject({ code: '42501' });
    await expect(find({ sort: 'password' })).rejects.toMatchObject({ code: 'PT400' });
  });
});
