import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { as, newPerson, newSession, shop } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

describe('a profile', () => {
  it('is changed by its owner: name, phone and address', async () => {
    const ada = await newPerson(sql, 'Ada');
    await as(
      sql,
      ada,
      (transaction) =>
        transaction`update public.users set name = 'Ada King', phone = '+254712345678', address = 'Kisumu' where id = ${ada.userId}`,
    );
    const [row] =
      await sql`select name, phone, address, role, email from public.users where id = ${ada.userId}`;
    expect(row).toEqual({
      name: 'Ada King',
      phone: '+254712345678',
      address: 'Kisumu',
      role: 'customer',
      email: ada.email,
    });
  });

  it('is changed by nobody else, not even an admin', async () => {
    const ada = await newPerson(sql, 'Ada');
    for (const other of [await newPerson(sql, 'Bob'), await newPerson(sql, 'Owner', 'admin')]) {
      const rows = await as(
        sql,
        other,
        (transaction) =>
          transaction`update public.users set name = 'Mine' where id = ${ada.userId} returning id`,
      );
      expect(rows).toHaveLength(0);
    }
  });

  it.each(['role', 'email', 'id'])('keeps its %s whatever its owner tries', async (column) => {
    const ada = await newPerson(sql, 'Ada');
    const value = { role: 'admin', email: 'x@example.com', id: randomUUID() }[column] ?? '';
    const transaction = as(sql, ada, (transaction) =>
      transaction.unsafe(`update public.users set ${column} = '${value}' where id = '${ada.userId}'`),
    );
    await expect(transaction).rejects.toMatchObject({ code: '42501' });
  });
});

describe('an address that the auth service changes', () => {
  const changeAt = (userId: string, email: string) =>
    sql`update auth.users set email = ${email} where id = ${userId}`;

  it('is the profile’s too, in small letters, and the history tells', async () => {
    const ada = await newPerson(sql, 'Ada');
    const email = `Moved-${randomUUID()}@Example.com`;
    await changeAt(ada.userId, email);
    const [row] = await sql`select email from public.users where id = ${ada.userId}`;
    expect(row).toEqual({ email: email.toLowerCase() });
    const [reply] = await sql`select before, after from public.named_history
      where row_id = ${ada.userId} and operation = 'update' order by id desc limit 1`;
    expect(reply).toEqual({ before: { email: ada.email }, after: { email: email.toLowerCase() } });
  });

  it('leaves the old one to whoever registers with it', async () => {
    const ada = await newPerson(sql, 'Ada');
    await changeAt(ada.userId, `moved-${randomUUID()}@example.com`);
    const second = randomUUID();
    await sql`insert into auth.users (id, email) values (${second}, ${ada.email})`;
    expect(await sql`select id from public.users where email = ${ada.email}`).toEqual([{ id: second }]);
  });
});

describe('a new password', () => {
  it('ends the account’s other sessions, not this one and nobody else’s', async () => {
    const ada = await newPerson(sql, 'Ada');
    const bob = await newPerson(sql, 'Bob');
    const [here, there, bobs, guests] = await Promise.all([
      newSession(sql, ada.userId),
      newSession(sql, ada.userId),
      newSession(sql, bob.userId),
      newSession(sql),
    ]);
    await as(sql, shop, (transaction) => transaction`select public.end_other_sessions(${here})`);
    const left = await sql<{ sid: string }[]>`
      select sid from private.sessions where sid in ${sql([here, there, bobs, guests])}`;
    expect(left.map((row) => row.sid).sort()).toEqual([here, bobs, guests].sort());
  });

  it('on a guest’s session ends nothing', async () => {
    const [guests, another] = await Promise.all([newSession(sql), newSession(sql)]);
    await as(sql, shop, (transaction) => transaction`select public.end_other_sessions(${guests})`);
    expect(await sql`select sid from private.sessions where sid in ${sql([guests, another])}`).toHaveLength(
      2,
    );
  });
});
