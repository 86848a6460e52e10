import { expect, it } from 'vitest';
import type { SignedInDevice } from '../../functions/_shared/contract/signed-in-devices.ts';
import { newCustomer, type Registration } from '../api-customer.ts';
import { Visitor } from '../api-visitor.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

const at = '/api/auth/sessions';
const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Mobile Safari/537.36';
const devicesOf = async (visitor: Visitor) => (await visitor.get<SignedInDevice[]>(at)).body;
const isSignedIn = async (visitor: Visitor) => (await visitor.get('/api/auth/me')).status === 200;
const signInsOf = async (userId: string) =>
  (await sql`select id from auth.sessions where user_id = ${userId}`).length;

/** The same person on a phone. */
async function onPhone({ email, password }: Registration): Promise<Visitor> {
  const visitor = new Visitor();
  await visitor.post('/api/auth/login', { email, password }, { 'user-agent': phone });
  return visitor;
}

it('a person sees where their account is signed in, and ends one of it', async () => {
  const { visitor: desk, typed, user } = await newCustomer();
  const handset = await onPhone(typed);
  const devices = await devicesOf(desk);
  expect(devices.map(({ isThis, device }) => [isThis, device])).toEqual([
    [true, null],
    [false, 'Chrome on Android'],
  ]);
  expect((await devicesOf(handset)).map(({ isThis }) => isThis)).toEqual([true, false]);
  const id = devices[1]?.id ?? '';
  for (const _ of ['once', 'again'])
    expect(await desk.call('DELETE', `${at}/${id}`)).toMatchObject({ status: 200, body: { success: true } });
  expect([await isSignedIn(desk), await isSignedIn(handset)]).toEqual([true, false]);
  // Its tokens are worth nothing either.
  expect(await signInsOf(user.id)).toBe(1);
});

it('all others end at once', async () => {
  const { visitor: desk, typed, user } = await newCustomer();
  const others = [await onPhone(typed), await onPhone(typed)];
  expect((await desk.post(`${at}/end-others`, {})).status).toBe(200);
  expect(await Promise.all([desk, ...others].map(isSignedIn))).toEqual([true, false, false]);
  expect([(await devicesOf(desk)).length, await signInsOf(user.id)]).toEqual([1, 1]);
});

it('devices that end each other at the same moment are signed out, and no call fails', async () => {
  const { visitor: desk, typed } = await newCustomer();
  const devices = [desk, await onPhone(typed), await onPhone(typed), await onPhone(typed)];
  const replies = await Promise.all(devices.map((device) => device.post(`${at}/end-others`, {})));
  expect(replies.map(({ status }) => status).filter((status) => status !== 200 && status !== 401)).toEqual(
    [],
  );
});

it('nobody sees or ends the sign-ins of others', async () => {
  const [ada, bob] = [await newCustomer(), await newCustomer()];
  const [mine] = await devicesOf(ada.visitor);
  expect((await devicesOf(bob.visitor)).map(({ id }) => id)).not.toContain(mine?.id);
  await bob.visitor.call('DELETE', `${at}/${mine?.id}`);
  await bob.visitor.post(`${at}/end-others`, {});
  expect(await isSignedIn(ada.visitor)).toBe(true);
  expect((await bob.visitor.call('DELETE', `${at}/no-id`)).status).toBe(404);
  expect((await new Visitor().get(at)).status).toBe(401);
});
