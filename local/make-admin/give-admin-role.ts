import type postgres from 'postgres';

/**
 * Gives an account the admin role, as an owner of the database. Returns what was done, in a sentence.
 * @param who the account's id or e-mail address
 * @throws Error with a sentence when there is no such account, or when its address is not confirmed
 */
export async function giveAdminRole(sql: postgres.Sql, who: string): Promise<string> {
  return sql.begin(async (t) => {
    const [person] = await t<{ id: string; email: string; role: string; confirmed: boolean }[]>`
      select id, email, role, email_confirmed_at is not null as confirmed from public.users
      where id::text = lower(${who}) or email = lower(${who})`;
    if (!person) {
      throw new Error(`There is no account "${who}". Register at the shop first, then run this again.`);
    }
    if (person.role === 'admin') return `${person.email} is an admin already.`;
    if (!person.confirmed) {
      throw new Error(
        `The address of ${person.email} is not confirmed. Open the link in the mail that came after registering (My Account sends it again), then run this again.`,
      );
    }
    // Their password was chosen as a customer's: the next sign-in asks for one that staff may have.
    await t`select private.end_sign_ins(${person.id})`;
    await t`update public.users set role = 'admin' where id = ${person.id}`;
    return `${person.email} is an admin now, and has to sign in again.`;
  });
}
