import { describe, expect, it } from 'vitest';
import type { AuthReply } from '../../functions/_shared/contract/auth.ts';
import type { ErrorReply } from '../../functions/_shared/contract/errors.ts';
import { newCustomer, signedIn } from '../api-customer.ts';
import { Visitor } from '../api-visitor.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

const moved = { name: ' Akinyi Otieno ', phone: '0110 222 333', address: 'Kenyatta Avenue, Nakuru' };

describe('a person’s own details', () => {
  it('are changed: name, phone in its one form, address', async () => {
    const { visitor, typed, user } = await newCustomer();
    const changed = await visitor.put<AuthReply>('/api/auth/me', moved);
    const now = { name: 'Akinyi Otieno', phone: '+254110222333', address: moved.address, email: typed.email };
    expect(changed).toMatchObject({ status: 200, body: { user: { ...now, id: user.id } } });
    expect((await visitor.get<AuthReply>('/api/auth/me')).body.user).toMatchObject(now);
    expect((await (await signedIn(typed)).get<AuthReply>('/api/auth/me')).body.user).toMatchObject(now);
  });

  it('never change the role, the e-mail or another account, whatever is sent along', async () => {
    const { visitor, typed, user } = await newCustomer();
    const { user: other } = await newCustomer();
    const smuggled = { ...moved, id: other.id, role: 'admin', email: 'x@example.com', user_id: other.id };
    expect((await visitor.put('/api/auth/me', smuggled)).status).toBe(200);
    const rows = await sql<{ id: string; name: string; role: string; email: string }[]>`
      select id, name, role, email from public.users where id in ${sql([user.id, other.id])}`;
    expect(rows.find((row) => row.id === user.id)).toMatchObject({ role: 'customer', email: typed.email });
    expect(rows.find((row) => row.id === other.id)).toMatchObject({ name: other.name });
  });

  it('are refused word for word under their fields', async () => {
    const { visitor } = await newCustomer();
    const refused = await visitor.put<ErrorReply>('/api/auth/me', { name: 'A', phone: '123', address: 'x' });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(refused.body.fields).toEqual({
      name: 'Name must be at least 2 characters',
      phone: 'Phone number must be at least 10 digits',
      address: 'Address must be at least 10 characters',
    });
  });

  it('cannot be changed without signing in', async () => {
    expect(await new Visitor().put('/api/auth/me', moved)).toMatchObject({
      status: 401,
      body: { code: 'not_signed_in' },
    });
  });
});
