import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Character, guest, newPerson, shop } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { rightMutants } from './right-mutants.ts';
import { rowsOfEveryTable } from './rows-of-every-table.ts';
import { atLength } from '../proofs/proof-length.ts';
import { seededRandom } from '../proofs/seeded-random.ts';
import { accessMatrix, staffMatrix } from './access-matrix.ts';
import {
  type AccessMatrix,
  type Subject,
  subjectsOf,
  tryBlindWrites,
  tryEverything,
} from './try-everything.ts';

const sql = openTestDatabase();

/** The roles of staff beside the admin. */
const staff = ['sales', 'warehouse', 'accounts'] as const;

let cast: Record<string, Character>;
let subjects: Subject[];
let actual: AccessMatrix;

beforeAll(async () => {
  const customer = await newPerson(sql, 'Ada');
  // Their token, which says nothing of a role, is the one that they had as an admin.
  const former = await newPerson(sql, 'Former', 'admin');
  await sql`update public.users set role = 'customer' where id = ${former.userId}`;
  cast = {
    anonymous: guest,
    // A guest's session is a matter of the shop's functions; the Data API knows no difference.
    guest,
    customer,
    otherCustomer: await newPerson(sql, 'Bob'),
    admin: await newPerson(sql, 'Owner', 'admin'),
    ...Object.fromEntries(
      await Promise.all(staff.map(async (role) => [role, await newPerson(sql, role, role)])),
    ),
    shop,
    formerAdmin: former,
  };
  subjects = await subjectsOf(sql, await rowsOfEveryTable(sql, customer));
  actual = await tryEverything(sql, subjects, cast);
});

describe('the access matrix', () => {
  it('lists every table and view: a new one must be added to it first', () => {
    expect(Object.keys(actual)).toEqual(Object.keys(accessMatrix).sort());
  });

  it('is checked with an existing row of every table', async () => {
    const empty: string[] = [];
    for (const { table, row } of subjects) {
      const [found] = await sql.unsafe(`select 1 from ${table} where ${row} limit 1`);
      if (!found) empty.push(table);
    }
    expect(empty).toEqual(['private.invariants']);
  });

  it('matches what each role can reach, operation by operation and column by column', () => {
    const others = ['formerAdmin', ...staff] as string[];
    expect(of((name) => !others.includes(name))).toEqual(accessMatrix);
  });

  it.each(staff)('is for %s what it is for any customer, and what their permissions add', (role) => {
    const added: Record<string, Record<string, string>> = {};
    for (const [table, cells] of Object.entries(actual))
      for (const [operation, { otherCustomer, [role]: reached = 'refused' }] of Object.entries(cells))
        if (reached !== (otherCustomer ?? 'refused'))
          added[table] = { ...added[table], [operation]: reached };
    expect(added).toEqual(staffMatrix[role]);
  });

  it('is for a former admin what it is for any customer', () => {
    const renamed = JSON.stringify(of((name) => name === 'formerAdmin')).replaceAll(
      'formerAdmin',
      'otherCustomer',
    );
    expect(JSON.parse(renamed)).toEqual(of((name) => name === 'otherCustomer'));
  });
});

describe('a write that reads nothing', () => {
  it.each(blind)('reaches the own profile of %s and nothing else', async (name) => {
    expect(await tryBlindWrites(sql, subjects, cast[name] as Character)).toEqual(ofBlindWrites);
  });
});

describe('every policy and right is needed:', () => {
  it('leaving one out changes what somebody reaches', async () => {
    const random = seededRandom(12);
    const isTaken = atLength({ short: () => random() < 0.1, full: () => true });
    const mutants = (await rightMutants((text) => sql.unsafe(text)))
      .filter(({ target }) => !target.startsWith('storage.'))
      .filter(isTaken);
    const survivors: string[] = [];
    for (const { target, change, sql: statement } of mutants) {
      const isSchema = !target.includes('.');
      const some = subjects.filter(({ table }) => table === target || (isSchema && table.startsWith(target)));
      const role = / for (anon|authenticated|service_role) /.exec(change)?.[1];
      const concerned = Object.fromEntries(
        Object.entries(cast).filter(([, character]) => !role || character.role === role),
      );
      const mutated = await tryEverything(sql, some, concerned, statement);
      const before = of((name) => name in concerned);
      const isSame = some.every(({ table }) => isDeepStrictEqual(mutated[table], before[table]));
      if (!isSame) continue;
      const blindBefore = ofBlindWrites.filter((write) =>
        some.some(({ table }) => write.startsWith(`${table} `)),
      );
      const written = [];
      for (const name of blind)
        written.push(await tryBlindWrites(sql, some, cast[name] as Character, statement));
      if (written.every((writes) => isDeepStrictEqual(writes, blindBefore)))
        survivors.push(`${target} ${change}`);
    }
    const noticed = mutants
      .map(({ target, change }) => `${target} ${change}`)
      .filter((name) => name in elsewhere);
    expect(survivors).toEqual(noticed);
  }, 900_000);
});

/** Who writes without reading: a customer, and somebody of staff who may write no table but notes. */
const blind = ['otherCustomer', 'warehouse'];
const ofBlindWrites = ['public.users update: 1 rows'];

/** What another test notices, since it needs another row than the one that is tried here. */
const elsewhere: Record<string, string> = {
  'public.products policy “Customers read what is on sale and admins read all” → for every row':
    'access.test.ts: an archived product is seen by the admin alone',
};

/** What some of the cast reach. */
function of(isMeant: (name: string) => boolean): AccessMatrix {
  return Object.fromEntries(
    Object.entries(actual).map(([table, cells]) => [
      table,
      Object.fromEntries(
        Object.entries(cells).map(([operation, reached]) => [
          operation,
          Object.fromEntries(Object.entries(reached).filter(([name]) => isMeant(name))),
        ]),
      ),
    ]),
  ) as AccessMatrix;
}
