import type postgres from 'postgres';

/*
 * What the owner of the database does about an account. Each takes the account's id or e-mail address, returns what was
 * done, as a sentence, and throws an Error with a message for the user when it cannot be done. The history keeps it.
 */

/** Gives an account the admin role. */
export function giveAdminRole(sql: postgres.Sql, who: string): Promise<string> {
  return sql.begin(async (t) => {
    const { id, email, role, isConfirmed } = await accountOf(t, who);
    if (role === 'admin') return `${email} is an admin already.`;
    if (!isConfirmed) {
      throw new Error(
        `The address of ${email} is not confirmed. Open the link in the mail that came after registering (My Account sends it again), then run this again.`,
      );
    }
    // Their password was chosen as a customer's: the next sign-in asks for one that staff may have.
    await t`select private.end_sign_ins(${id})`;
    await t`update public.users set role = 'admin' where id = ${id}`;
    return `${email} is an admin now, and has to sign in again.`;
  });
}

/** Signs a person out on every device. */
export function endSignIns(sql: postgres.Sql, who: string): Promise<string> {
  return sql.begin(async (t) => {
    const { id, email } = await accountOf(t, who);
    await t`select private.end_sign_ins(${id})`;
    return `${email} is signed out everywhere.`;
  });
}

/**
 * Removes the authenticator app and the recovery codes of an admin who has lost both, and signs them out everywhere:
 * whoever has the phone may have a sign-in too.
 */
export function removeSecondFactor(sql: postgres.Sql, who: string): Promise<string> {
  return sql.begin(async (t) => {
    const { id, email } = await accountOf(t, who);
    await t`select private.end_sign_ins(${id})`;
    const removed = await t`delete from private.second_factors where user_id = ${id} returning user_id`;
    return removed.length > 0
      ? `${email} is signed out everywhere, and sets up an authenticator app at the next sign-in.`
      : `${email} has no authenticator app. They are signed out everywhere.`;
  });
}

async function accountOf(sql: postgres.ISql, who: string) {
  const [account] = await sql<{ id: string; email: string; role: string; isConfirmed: boolean }[]>`
    select id, email, role, email_confirmed_at is not null as "isConfirmed" from public.users
    where id::text = lower(${who}) or email = lower(${who})`;
  if (!account) {
    throw new Error(`There is no account "${who}". Register at the shop first, then run this again.`);
  }
  return account;
}
