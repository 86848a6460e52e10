import type postgres from 'postgres';
import { accountOf } from './account-of.ts';

/**
 * Removes the authenticator app and the recovery codes of an admin who has lost both, and signs them out everywhere:
 * whoever has the phone may have a sign-in too. As an owner of the database; the history keeps it. Returns what was
 * done, as a sentence.
 * @param who the account's id or e-mail address
 * @throws Error with a message for the user when there is no such account
 */
export async function removeSecondFactor(sql: postgres.Sql, who: string): Promise<string> {
  return sql.begin(async (t) => {
    const { id, email } = await accountOf(t, who);
    await t`select private.end_sign_ins(${id})`;
    const removed = await t`delete from private.second_factors where user_id = ${id} returning user_id`;
    return removed.length > 0
      ? `${email} is signed out everywhere, and sets up an authenticator app at the next sign-in.`
      : `${email} has no authenticator app. They are signed out everywhere.`;
  });
}
