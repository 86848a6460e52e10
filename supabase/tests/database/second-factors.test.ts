import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, newPerson, shop, type Transaction } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();
const require = (isRequired: boolean) =>
  sql`update private.settings set second_factor_required = ${isRequired}`;
beforeAll(() => require(true));
afterAll(() => require(false));

type Person = Awaited<ReturnType<typeof newPerson>>;

/** A person with a sign-in of the auth service. */
async function signedIn(who: Person) {
  const id = randomUUID();
  await sql`insert into auth.sessions (id, user_id, created_at, updated_at) values (${id}, ${who.userId}, now(), now())`;
  return { ...who, sessionId: id };
}
type SignedIn = Awaited<ReturnType<typeof signedIn>>;
const newAdmin = async () => signedIn(await newPerson(sql, 'Owner', 'admin'));

const withToken = <T>({ sessionId, ...who }: SignedIn, work: (t: Transaction) => Promise<T>) =>
  as(sql, who, async (t) => {
    const claims = JSON.stringify({ sub: who.userId, role: 'authenticated', session_id: sessionId });
    await t`select set_config('request.jwt.claims', ${claims}, true)`;
    return work(t);
  });
const answerOf = (who: SignedIn) =>
  withToken(who, (t) => t`select public.require_permission('dashboard')`.then(() => 'allowed')).catch(
    (error: Error) => error.message,
  );

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex');
const asShop = async <T>(call: (t: Transaction) => PromiseLike<{ done: T }[]>): Promise<T | undefined> =>
  (await as(sql, shop, async (t) => call(t)))[0]?.done;
const begin = ({ userId, sessionId }: SignedIn, sealed: string) =>
  asShop<string>((t) => t`select public.begin_second_factor(${userId}, ${sessionId}, ${sealed}) as done`);
const confirm = ({ userId, sessionId }: SignedIn, step: number, codes: string[] = []) =>
  asShop<boolean>(
    (t) =>
      t`select public.confirm_second_factor(${userId}, ${sessionId}, ${step}, ${codes.map(hashOf)}) as done`,
  );
const prove = ({ userId, sessionId }: SignedIn, step: number) =>
  asShop<boolean>((t) => t`select public.use_second_factor(${userId}, ${sessionId}, ${step}) as done`);
const recover = ({ userId, sessionId }: SignedIn, code: string) =>
  asShop<boolean>(
    (t) => t`select public.use_recovery_code(${userId}, ${sessionId}, ${hashOf(code)}) as done`,
  );

/** An admin whose app is set up, in another sign-in than the one that did it. */
async function withApp(codes: string[] = []): Promise<SignedIn> {
  const first = await newAdmin();
  await begin(first, 'sealed');
  await confirm(first, 100, codes);
  return signedIn(first);
}

describe('an admin', () => {
  it('has no rights before the second factor, by any route, and all of them after it', async () => {
    const owner = await newAdmin();
    const others = () =>
      withToken(owner, (t) => t`select 1 from public.users where id <> ${owner.userId} limit 1`);
    const change = () =>
      withToken(owner, (t) => t`update public.products set price = price where true returning id`);
    expect(await answerOf(owner)).toBe('second_factor_required');
    expect([await others(), await change()]).toEqual([[], []]);
    expect(await withToken(owner, (t) => t`select id from public.users`)).toHaveLength(1);
    await begin(owner, 'sealed');
    expect(await answerOf(owner)).toBe('second_factor_required');
    expect(await confirm(owner, 100)).toBe(true);
    expect(await answerOf(owner)).toBe('allowed');
    expect(await others()).toHaveLength(1);
    expect((await change()).length).toBeGreaterThan(0);
  });

  it('proves it for this sign-in only', async () => {
    const here = await withApp();
    const there = await signedIn(here);
    expect(await prove(here, 101)).toBe(true);
    expect([await answerOf(here), await answerOf(there)]).toEqual(['allowed', 'second_factor_required']);
  });

  it('with a token that names no sign-in has no rights', async () => {
    const owner = await newAdmin();
    await expect(
      as(sql, owner, (t) => t`select public.require_permission('dashboard')`),
    ).rejects.toMatchObject({
      message: 'second_factor_required',
    });
  });

  it('needs none where the shop demands none', async () => {
    const owner = await newAdmin();
    await require(false);
    expect(await answerOf(owner)).toBe('allowed');
    await require(true);
    expect(await answerOf(owner)).toBe('second_factor_required');
  });

  it('cannot switch it off', async () => {
    const owner = await newAdmin();
    await begin(owner, 'sealed');
    await confirm(owner, 1);
    const change = withToken(
      owner,
      (t) => t`select public.change_settings('{"secondFactorRequired": false}', '{}')`,
    );
    await expect(change).rejects.toMatchObject({ code: 'PT400' });
  });
});

it('a customer is refused for being one, and sets nothing up', async () => {
  const ada = await signedIn(await newPerson(sql, 'Ada'));
  expect(await answerOf(ada)).toBe('forbidden');
  await expect(begin(ada, 'sealed')).rejects.toMatchObject({ code: 'PT403' });
});

it('a factor proved by somebody else, or in somebody else’s sign-in, counts for nobody', async () => {
  const [owner, other] = [await newAdmin(), await withApp()];
  await sql`insert into private.verified_sign_ins (session_id, user_id) values (${owner.sessionId}, ${other.userId})`;
  expect(await answerOf(owner)).toBe('second_factor_required');
});

describe('a secret', () => {
  it('is the same until it is confirmed, and another one in another sign-in', async () => {
    const here = await newAdmin();
    const there = await signedIn(here);
    expect([await begin(here, 'first'), await begin(here, 'second')]).toEqual(['first', 'first']);
    expect(await begin(there, 'third')).toBe('third');
    expect(await confirm(here, 100)).toBe(false);
    expect(await confirm(there, 100)).toBe(true);
    // Whoever was signed in with the password alone is out.
    await expect(begin(here, 'fourth')).rejects.toMatchObject({ message: 'not_signed_in' });
    expect(await confirm(there, 101)).toBe(false);
  });

  it('that is not confirmed opens nothing', async () => {
    const owner = await newAdmin();
    await begin(owner, 'sealed');
    expect(await prove(owner, 100)).toBe(false);
  });
});

/** The kinds of mails about second factors that went to somebody. */
const mailsTo = async ({ userId }: Person) =>
  (
    await sql<{ about: string }[]>`select split_part(subject, ' ', 2) as about from private.messages
      where kind = 'second_factor_changed' and user_id = ${userId} order by id`
  ).map(({ about }) => about);

describe('a new phone', () => {
  const age = ({ sessionId }: SignedIn) =>
    sql`update auth.sessions set created_at = created_at - interval '11 minutes' where id = ${sessionId}`;

  it('is set up after a recovery code and the password, and ends the old one, its codes and other sign-ins', async () => {
    const owner = await withApp(['ONE', 'TWO']);
    const elsewhere = await signedIn(owner);
    await prove(elsewhere, 101);
    await expect(begin(owner, 'new')).rejects.toMatchObject({ message: 'second_factor_required' });
    await recover(owner, 'ONE');
    await age(owner);
    await expect(begin(owner, 'new')).rejects.toMatchObject({ message: 'password_required' });
    await asShop((t) => t`select public.record_password_entry(${owner.userId}, ${owner.sessionId}) as done`);
    expect([await begin(owner, 'new'), await begin(owner, 'newer')]).toEqual(['new', 'new']);
    // Until then the old one opens.
    expect(await prove(elsewhere, 102)).toBe(true);
    expect(await confirm(owner, 50, ['THREE'])).toBe(true);
    expect([await answerOf(owner), await answerOf(elsewhere)]).toEqual(['allowed', 'forbidden']);
    const next = await signedIn(owner);
    expect([await recover(next, 'TWO'), await recover(next, 'THREE')]).toEqual([false, true]);
    const [row] = await sql`select sealed_secret as secret, new_secret as pending, last_step::int as step
      from private.second_factors where user_id = ${owner.userId}`;
    expect(row).toEqual({ secret: 'new', pending: null, step: 50 });
    expect(await mailsTo(owner)).toEqual(['set_up', 'set_up']);
  });
});

describe('an admin resets the second factor of somebody else', () => {
  const reset = (who: SignedIn, userId: string) =>
    withToken(who, (t) => t`select public.reset_second_factor(${userId})`.then(() => 'reset')).catch(
      (error: Error) => error.message,
    );
  const proved = async () => {
    const admin = await withApp();
    await prove(admin, 101);
    return admin;
  };

  it('with the password: it is gone with its sign-ins, and its person is told', async () => {
    const admin = await proved();
    const clerk = await signedIn(await newPerson(sql, 'Clerk', 'sales'));
    await begin(clerk, 'sealed');
    await confirm(clerk, 100, ['ONE']);
    await sql`update auth.sessions set created_at = now() - interval '11 minutes' where id = ${admin.sessionId}`;
    expect(await reset(admin, clerk.userId)).toBe('password_required');
    await asShop((t) => t`select public.record_password_entry(${admin.userId}, ${admin.sessionId}) as done`);
    expect(await reset(admin, clerk.userId)).toBe('reset');
    expect(await answerOf(clerk)).toBe('forbidden');
    const next = await signedIn(clerk);
    expect([await prove(next, 101), await recover(next, 'ONE')]).toEqual([false, false]);
    expect(await begin(next, 'another')).toBe('another');
    expect(await mailsTo(clerk)).toEqual(['set_up', 'removed']);
    const [entry] = await sql`select actor_id from public.history
      where row_id = ${clerk.userId} and after = '{"second_factor": false}'`;
    expect(entry).toEqual({ actor_id: admin.userId });
  });

  it('not their own and not that of a customer, and a seller none', async () => {
    const admin = await proved();
    const ada = await newPerson(sql, 'Ada');
    const seller = await signedIn(await newPerson(sql, 'Seller', 'sales'));
    await begin(seller, 'sealed');
    await confirm(seller, 100);
    expect(await reset(admin, admin.userId)).toBe('forbidden');
    expect(await answerOf(admin)).toBe('allowed');
    expect(await reset(admin, ada.userId)).toBe('not_found');
    expect(await reset(seller, admin.userId)).toBe('forbidden');
    expect(await prove(admin, 102)).toBe(true);
  });
});

describe('a code', () => {
  it('is accepted once, also of many at the same time, and none that is older', async () => {
    const owner = await withApp();
    const answers = await Promise.all(Array.from({ length: 10 }, () => prove(owner, 101)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect([await prove(owner, 101), await prove(owner, 100), await prove(owner, 102)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('that set the app up is used', async () => {
    expect(await prove(await withApp(), 100)).toBe(false);
  });
});

describe('a recovery code', () => {
  it('opens one sign-in, also of many at the same time', async () => {
    const owner = await withApp(['ONE', 'TWO']);
    const answers = await Promise.all(Array.from({ length: 10 }, () => recover(owner, 'ONE')));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await answerOf(owner)).toBe('allowed');
    expect([await recover(await signedIn(owner), 'TWO'), await recover(owner, 'THREE')]).toEqual([
      true,
      false,
    ]);
  });

  it('is its owner’s alone', async () => {
    await withApp(['ONE']);
    expect(await recover(await withApp(['TWO']), 'ONE')).toBe(false);
  });
});
