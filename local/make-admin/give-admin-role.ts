import type postgres from 'postgres';
import { accountOf } from './account-of.ts';

/**
 * Gives an account the admin role, as an owner of the database. Returns what was done, as a sentence.
 * @param who the account's id or e-mail address
 * @throws Error with a message for the user when there is no such account, or when its address is not confirmed
 */
export async function giveAdminRole(sql: postgres.Sql, who: string): Promise<string> {
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
