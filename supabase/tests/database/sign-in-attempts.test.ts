import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { as, shop } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();
beforeAll(async () => {
  await sql`update private.rate_limits set most = suggested`;
});
afterEach(() => sql`update private.rate_limits set most = suggested`);
// Other files of this stack meet no limits.
afterAll(() => sql`update private.rate_limits set most = 1000000`);

describe('signing in', () => {
  /** Somebody tries; without a device they use one that nobody knows. */
  const attempt = async (email: string, address: string, worked: boolean, device = randomUUID()) =>
    as(sql, shop, async (t) => {
      const [row] = await t<{ wait: number }[]>`
        select public.take_sign_in(${email}, ${address}, ${device}) as wait`;
      if (row?.wait === 0 && worked)
        await t`select public.record_sign_in(${email}, ${address}, ${device}, true)`;
      return row?.wait;
    });
  const clockOn = (email: string, seconds: number) =>
    sql`update private.sign_in_attempts set failed_at = failed_at - make_interval(secs => ${seconds}) where email_hash = ${email}`;

  it('has to wait longer after each failure in a row, five minutes at most', async () => {
    const [email, address] = [randomUUID(), randomUUID()];
    for (let i = 0; i < 4; i += 1) expect(await attempt(email, address, false)).toBe(0);
    for (const wait of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      expect(await attempt(email, address, false)).toBe(wait);
      await clockOn(email, wait);
      expect(await attempt(email, address, false)).toBe(0);
    }
    await clockOn(email, 3601);
    for (let i = 0; i < 4; i += 1) expect(await attempt(email, address, false)).toBe(0);
  });

  it('makes nobody wait for a clock that was hours ahead', async () => {
    const [email, address] = [randomUUID(), randomUUID()];
    for (let i = 0; i < 5; i += 1) await attempt(email, address, false);
    await clockOn(email, -3 * 3600);
    expect(await attempt(email, address, false)).toBe(0);
    // From then on it counts as before.
    expect(await attempt(email, address, false)).toBe(2);
  });

  it('with many concurrent attempts tries only as many as are possible without a wait', async () => {
    const [email, address] = [randomUUID(), randomUUID()];
    const waits = await Promise.all(Array.from({ length: 20 }, () => attempt(email, address, false)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(4);
  });

  it('forgets the failures with the first success, and an attempt that nobody could answer', async () => {
    const [email, address] = [randomUUID(), randomUUID()];
    for (let i = 0; i < 4; i += 1) await attempt(email, address, false);
    await clockOn(email, 1);
    expect(await attempt(email, address, true)).toBe(0);
    for (let i = 0; i < 6; i += 1) {
      expect(await attempt(email, address, false)).toBe(0);
      await as(sql, shop, (t) => t`select public.record_sign_in(${email}, ${address}, 'x', false)`);
    }
    for (let i = 0; i < 4; i += 1) expect(await attempt(email, address, false)).toBe(0);
    expect(await attempt(email, address, false)).toBe(1);
  });

  it('works for the owner at another address, however long one address has guessed', async () => {
    const [email, attacker] = [randomUUID(), randomUUID()];
    for (let i = 0; i < 40; i += 1) {
      const wait = (await attempt(email, attacker, false)) ?? 0;
      if (wait > 0) await clockOn(email, wait);
    }
    expect(await attempt(email, attacker, false)).toBeGreaterThan(0);
    expect(await attempt(email, randomUUID(), true)).toBe(0);
  });

  it('works on a device that has signed in before, even at the address that guesses', async () => {
    const [email, shared, phone] = [randomUUID(), randomUUID(), randomUUID()];
    expect(await attempt(email, randomUUID(), true, phone)).toBe(0);
    for (let i = 0; i < 5; i += 1) await attempt(email, shared, false);
    expect(await attempt(email, shared, true)).toBeGreaterThan(0);
    expect(await attempt(email, shared, true, phone)).toBe(0);
    // Whoever has the device guesses as slowly as anybody, and knows it for this account alone.
    for (let i = 0; i < 4; i += 1) expect(await attempt(email, shared, false, phone)).toBe(0);
    expect(await attempt(email, shared, false, phone)).toBe(1);
    const other = randomUUID();
    for (let i = 0; i < 4; i += 1) await attempt(other, shared, false, phone);
    expect(await attempt(other, shared, false, phone)).toBe(1);
  });

  it('is refused after a hundred guesses in an hour from everywhere, but not where the owner has signed in before', async () => {
    const [email, home] = [randomUUID(), randomUUID()];
    await sql`update private.rate_limits set most = 10 where action = 'sign_in' and subject = 'email'`;
    expect(await attempt(email, home, true)).toBe(0);
    const guesses: (number | undefined)[] = [];
    for (let i = 0; i < 10; i += 1) guesses.push(await attempt(email, randomUUID(), false));
    expect(guesses.filter((wait) => wait === 0)).toHaveLength(9);
    expect(await attempt(email, randomUUID(), true)).toBeGreaterThan(60);
    expect(await attempt(email, home, true)).toBe(0);
  });
});
