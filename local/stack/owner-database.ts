import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';

/** How a connection is encrypted, as the driver's `ssl` option. */
type Encryption = false | 'prefer' | 'require' | { ca?: string };

/** The root certificates of Supabase's databases, from its CLI 3.1: the one of 2021 and its successor. */
const supabaseRoots = join(import.meta.dirname, 'supabase-root-ca.pem');

/**
 * One connection to a database as its owner. It holds accounts and passwords, so a connection to another machine is
 * encrypted and the server's certificate is verified.
 * @throws Error with a message for the user when the address is not valid
 */
export function openOwnerDatabase(url: string): postgres.Sql {
  return postgres(withoutSslParameters(url), {
    max: 1,
    prepare: false,
    connect_timeout: 15,
    onnotice: () => {},
    ssl: encryptionOf(url),
  });
}

/** Works with one connection to a database as its owner, and closes it. */
export async function inDatabase<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = openOwnerDatabase(url);
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/**
 * How the connection to an address is encrypted, by libpq's parameters: `sslmode` is disable, prefer, require (encrypted,
 * but the server is not verified) or verify-full, the default for other machines; `sslrootcert` is a file with the root
 * certificate. Its default is Supabase's for Supabase, and otherwise those that Node trusts.
 * @throws Error with a message for the user when the address, the mode or the file is not valid
 */
export function encryptionOf(url: string): Encryption {
  const { hostname, searchParams } = addressOf(url);
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  const mode = searchParams.get('sslmode') ?? (isLocal ? 'disable' : 'verify-full');
  if (mode === 'disable') return false;
  if (mode === 'prefer' || mode === 'require') return mode;
  if (mode !== 'verify-full')
    throw new Error(
      `DATABASE_URL: sslmode=${mode} is not supported: use disable, prefer, require or verify-full.`,
    );
  const isOfSupabase = /\.supabase\.(co|com)$/.test(hostname);
  const file = searchParams.get('sslrootcert') ?? (isOfSupabase ? supabaseRoots : null);
  return file === null || file === 'system' ? {} : { ca: readCertificate(file) };
}

/** An error message of a database for the user, with advice when its certificate is not accepted. */
export function databaseSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!/CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)_|ERR_TLS/.test(code)) return error.message;
  return `The server's certificate does not prove that it is the database of DATABASE_URL (${error.message}). Add sslrootcert=<file> to the address, with the certificate from Supabase → Database → Settings → SSL; or sslmode=require, which does not verify the server.`;
}

function readCertificate(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch {
    // The same message.
  }
  throw new Error(`DATABASE_URL: sslrootcert=${file} is not a file with a certificate.`);
}

/** The driver would pass these parameters on to the server, which does not know them. */
function withoutSslParameters(url: string): string {
  const address = addressOf(url);
  for (const name of ['sslmode', 'sslrootcert']) address.searchParams.delete(name);
  return address.href;
}

function addressOf(url: string): URL {
  try {
    const address = new URL(url);
    decodeURIComponent(address.password);
    if (/^postgres(ql)?:$/.test(address.protocol)) return address;
  } catch {
    // The error would name the whole address, with its password.
  }
  throw new Error(
    'DATABASE_URL is not the address of a database: postgresql://<user>:<password>@<host>:5432/postgres. In the password, write # as %23, / as %2F, ? as %3F and % as %25.',
  );
}
