import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateApiKey } from '@supabase/lite';

/** Keys of one stack on one machine, generated once and stored with its data. */
export type LocalSecrets = Awaited<ReturnType<typeof newSecrets>>;

export async function localSecrets(dataFolder: string): Promise<LocalSecrets> {
  const file = join(dataFolder, 'secrets.json');
  // Generates keys that an older shop does not have yet.
  const existing = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<LocalSecrets>) : {};
  const secrets: LocalSecrets = { ...(await newSecrets()), ...existing };
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}

async function newSecrets() {
  return {
    postgresPassword: 'postgres',
    jwtSecret: randomBytes(32).toString('hex'),
    publishableKey: (await generateApiKey('publishable')).key,
    secretKey: (await generateApiKey('secret')).key,
    edgeProxySecret: randomBytes(32).toString('hex'),
    orderLinkSecret: randomBytes(32).toString('hex'),
    dataEncryptionKey: randomBytes(32).toString('hex'),
    reconcileKey: randomBytes(32).toString('hex'),
    noticesToken: randomBytes(32).toString('hex'),
    healthKey: randomBytes(32).toString('hex'),
    gatewayApplicationId: `{${randomUUID().toUpperCase()}}`,
    // At most 32 letters and digits, as the bank gives it.
    gatewaySecret: randomBytes(16).toString('hex').toUpperCase(),
  };
}
