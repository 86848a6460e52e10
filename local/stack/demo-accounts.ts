import type { LocalSecrets } from './local-secrets.ts';
import { inDatabase } from './owner-database.ts';
import type { DemoAccount } from './stack-description.ts';

/** Demo accounts; they exist only in the local stack. */
export const demoAccounts: (DemoAccount & { name: string; phone: string; address: string })[] = [
  {
    role: 'admin',
    email: 'owner@instruments-and-current.example',
    password: 'owner-of-the-shop',
    name: 'Wanjiru Kamau',
    phone: '+254700000001',
    address: 'Instruments & Current, Industrial Area, Nairobi',
  },
  {
    role: 'customer',
    email: 'surveyor@instruments-and-current.example',
    password: 'surveyor-in-kisumu',
    name: 'Akinyi Odhiambo',
    phone: '+254700000002',
    address: 'Lake Basin Surveys, Oginga Odinga Street, Kisumu',
  },
];

/** Whether a new shop comes without catalogue and accounts. @throws Error with a message for the user */
export function demoFromEnvironment({ DEMO: demo }: Record<string, string | undefined>): 'off' | undefined {
  if (!demo || demo === 'on') return undefined;
  if (demo === 'off') return 'off';
  throw new Error(`DEMO=${demo} is neither on nor off.`);
}

/** Registers missing accounts through the auth service, as any visitor does. */
export async function createDemoAccounts(
  supabaseUrl: string,
  databaseUrl: string,
  secrets: LocalSecrets,
): Promise<void> {
  return inDatabase(databaseUrl, async (sql) => {
    const existing = new Set(
      (await sql<{ email: string }[]>`select email from public.users`).map((row) => row.email),
    );
    const missing = demoAccounts.filter((account) => !existing.has(account.email));
    for (const { email, password, role, name, phone, address } of missing) {
      const response = await fetch(`${supabaseUrl}/auth/v1/signup`, {
        method: 'POST',
        headers: { apikey: secrets.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      if (!response.ok) throw new Error(`The demo account ${email} was refused: ${await response.text()}`);
      await sql`
        update public.users set role = ${role}, name = ${name}, phone = ${phone}, address = ${address}, email_confirmed_at = now()
        where email = ${email}`;
    }
  });
}
