import type postgres from 'postgres';
import { accountOf } from './account-of.ts';

/**
 * Signs a person out on every device, as an owner of the database. Returns what was done, as a sentence.
 * @param who the account's id or e-mail address
 * @throws Error with a message for the user when there is no such account
 */
export async function endSignIns(sql: postgres.Sql, who: string): Promise<string> {
  return sql.begin(async (t) => {
    const { id, email } = await accountOf(t, who);
    await t`select private.end_sign_ins(${id})`;
    return `${email} is signed out everywhere.`;
  });
}
