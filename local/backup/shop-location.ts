import { existsSync } from 'node:fs';
import { localSecrets } from '../stack/local-secrets.ts';
import { portsFromEnvironment } from '../stack/shop-ports.ts';

/** Where a shop's data is. */
type ShopLocation = { databaseUrl: string; supabaseUrl: string; secretKey: string };

/**
 * The shop of `DATABASE_URL` and `SUPABASE_URL`, or without the first the one that runs on this machine. To write
 * pictures, `SUPABASE_SECRET_KEY` is needed too.
 * @throws Error with a message for the user
 */
export async function shopLocation(
  env: Record<string, string | undefined>,
  to: 'read' | 'write',
): Promise<ShopLocation> {
  if (env.DATABASE_URL) {
    const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey = '' } = env;
    if (!url)
      throw new Error('Set SUPABASE_URL of the same project too: the pictures are not in the database.');
    if (to === 'write' && !secretKey)
      throw new Error(
        'Set SUPABASE_SECRET_KEY of the same project too: pictures cannot be stored without it.',
      );
    return { databaseUrl: env.DATABASE_URL, supabaseUrl: url.replace(/\/+$/, ''), secretKey };
  }
  const folder = env.SHOP_FOLDER ?? '.shop';
  if (!existsSync(folder)) throw new Error('There is no shop here: type npm start, or set DATABASE_URL.');
  const ports = portsFromEnvironment(env);
  const { postgresPassword, secretKey } = await localSecrets(folder);
  return {
    databaseUrl: `postgres://postgres:${postgresPassword}@127.0.0.1:${ports.postgres}/postgres`,
    supabaseUrl: `http://127.0.0.1:${ports.supabase}`,
    secretKey,
  };
}
