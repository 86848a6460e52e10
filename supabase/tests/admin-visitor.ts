import { randomUUID } from 'node:crypto';
import type { AccessToken } from '../functions/_shared/contract/admin.ts';
import type { AuthReply } from '../functions/_shared/contract/auth.ts';
import { Visitor } from './api-visitor.ts';
import { platform, type PlatformReply } from './platform-call.ts';
import type { Sql } from './shop-cast.ts';

/** A visitor who has registered, has confirmed their address, and is what `role` says. */
export async function registered(
  sql: Sql,
  role: 'customer' | 'admin' = 'customer',
): Promise<Visitor & { userId: string }> {
  const visitor = new Visitor();
  const { body, status } = await visitor.post<AuthReply>('/api/auth/register', {
    name: role === 'admin' ? 'Wanjiru Owner' : 'Akinyi Buyer',
    email: `${role}-${randomUUID()}@example.com`,
    phone: '0712 345 678',
    address: 'Milimani, Kisumu',
    password: 'a long password',
  });
  if (status !== 201) throw new Error(`Not registered: ${JSON.stringify(body)}`);
  await sql`update public.users set role = ${role}, email_confirmed_at = now() where id = ${body.user.id}`;
  return Object.assign(visitor, { userId: body.user.id });
}

/** Calls a SQL function as this admin's dashboard does, with an access token of the API. */
export async function callSqlAs<T = unknown>(
  admin: Visitor,
  name: string,
  args: Record<string, unknown>,
): Promise<PlatformReply<T>> {
  const { body } = await admin.get<AccessToken>('/api/auth/token');
  return platform<T>('POST', `/rest/v1/rpc/${name}`, { token: body.token, body: args });
}
