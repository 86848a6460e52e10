import { randomUUID } from 'node:crypto';
import type { AuthReply } from '../functions/_shared/contract/auth.ts';
import { Visitor } from './api-visitor.ts';

/** What somebody types who registers; the address is nobody else's. */
export const registration = () => ({
  name: 'Akinyi Odhiambo',
  email: `akinyi-${randomUUID().slice(0, 8)}@example.com`,
  phone: '0712 345 678',
  address: 'Oginga Odinga Street, Kisumu',
  password: 'maji-na-mawe',
});

export type Registration = ReturnType<typeof registration>;

/** Somebody who has just registered. */
export async function newCustomer(over: Partial<Registration> = {}) {
  const visitor = new Visitor();
  const typed = { ...registration(), ...over };
  const { status, body } = await visitor.post<AuthReply>('/api/auth/register', typed);
  if (status !== 201) throw new Error(`Registering answered ${status}.`);
  return { visitor, typed, user: body.user };
}

/** The same person on another device. */
export async function signedIn({ email, password }: Registration): Promise<Visitor> {
  const visitor = new Visitor();
  const { status } = await visitor.post('/api/auth/login', { email, password });
  if (status !== 200) throw new Error(`Signing in answered ${status}.`);
  return visitor;
}
