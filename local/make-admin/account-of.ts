import type postgres from 'postgres';

type Account = { id: string; email: string; role: string; isConfirmed: boolean };

/**
 * An account by its id or e-mail address.
 * @throws Error with a message for the user when nobody has such an account
 */
export async function accountOf(sql: postgres.ISql, who: string): Promise<Account> {
  const [account] = await sql<Account[]>`
    select id, email, role, email_confirmed_at is not null as "isConfirmed" from public.users
    where id::text = lower(${who}) or email = lower(${who})`;
  if (!account) {
    throw new Error(`There is no account "${who}". Register at the shop first, then run this again.`);
  }
  return account;
}
