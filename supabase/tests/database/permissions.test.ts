import { expect, test } from 'vitest';
import { permissions, staffRoles } from '../../functions/_shared/contract/staff.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

/** Each place where SQL asks for a permission, with the names in it. */
async function questions() {
  const places = await sql<{ place: string; text: string }[]>`
    select p.oid::regprocedure::text as place, pg_get_functiondef(p.oid) as text from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind = 'f'
    union all
    select format('policy “%s” on %s', policyname, tablename), concat_ws(' ', qual, with_check) from pg_policies`;
  const asked = /\b(?:may|role_may|require_permission|require_password)\(((?:[^()]|\([^()]*\))*)\)/g;
  return places.flatMap(({ place, text }) =>
    [...text.matchAll(asked)].flatMap(([, inside = '']) =>
      // Of a case the results, not what is compared.
      [...inside.replaceAll(/when '\w+'/g, '').matchAll(/'([\w.]+)'/g)].map(([, name = '']) => ({
        place,
        name,
      })),
    ),
  );
}

test('every guard names a permission that is in the table', async () => {
  const known = (await sql<{ name: string }[]>`select name from private.permissions`).map(({ name }) => name);
  const asked = await questions();
  expect(asked.length).toBeGreaterThan(90);
  expect(asked.filter(({ name }) => !known.includes(name))).toEqual([]);
});

test('every permission is asked by something', async () => {
  const asked = new Set((await questions()).map(({ name }) => name));
  expect(permissions.filter((name) => !asked.has(name))).toEqual([]);
});

test('the contract names the permissions and the roles of the database', async () => {
  const rows = await sql<{ name: string }[]>`select name from private.permissions order by name collate "C"`;
  expect(rows.map(({ name }) => name)).toEqual(permissions);
  const [check] = await sql<{ text: string }[]>`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'users_role_check'`;
  expect(check?.text.match(/'\w+'/g)).toEqual(['customer', ...staffRoles].map((role) => `'${role}'`));
});

test('who may do what is as the shop wants it', async () => {
  const rows = await sql<{ name: string; roles: string[] }[]>`select name, roles from private.permissions`;
  const of = (role: string) =>
    rows
      .filter(({ roles }) => roles.includes(role))
      .map(({ name }) => name)
      .sort();
  const all = ['dashboard', 'orders.read', 'products.read'];
  expect(of('sales')).toEqual(
    [
      ...all,
      'customers.read',
      'customers.write',
      'messages',
      'orders.write',
      'payments.read',
      'payments.record',
    ].sort(),
  );
  expect(of('warehouse')).toEqual([...all, 'parcels', 'stock.write'].sort());
  expect(of('accounts')).toEqual(
    [
      ...all,
      'customers.read',
      'exports',
      'payments.read',
      'payments.record',
      'refunds',
      'reports',
      'statements',
    ].sort(),
  );
});
