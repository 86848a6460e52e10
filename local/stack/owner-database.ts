import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';

/** How a connection is encrypted, in the words of the driver. */
type Encryption = false | 'prefer' | 'require' | { ca?: string };

/** The authorities of Supabase's databases, as its CLI 3.1 has them: the one of 2021 and the one that follows it. */
const supabaseRoots = join(import.meta.dirname, 'supabase-root-ca.pem');

/**
 * One connection to the database at an address, as its owner. With accounts and passwords in it, what leaves this machine
 * is encrypted, and only for a server whose certificate proves that it is the one of the address.
 * @throws Error with a sentence when the address is not valid
 */
export function openOwnerDatabase(url: string): postgres.Sql {
  return postgres(withoutModes(url), {
    max: 1,
    prepare: false,
    connect_timeout: 15,
    onnotice: () => {},
    ssl: encryptionOf(url),
  });
}

/**
 * How the connection to an address is encrypted, in libpq's words: `sslmode` disable, prefer, require (encrypted, for whoever answers) or
 * verify-full, which is what holds without it for every other machine; `sslrootcert`, a file with the authority that signs
 * the server's certificate. Without that file it is Supabase's own for Supabase, and else those that Node trusts.
 * @throws Error with a sentence when the address, the mode or the file is not valid
 */
export function encryptionOf(url: string): Encryption {
  const { hostname, searchParams } = addressOf(url);
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  const mode = searchParams.get('sslmode') ?? (isHere ? 'disable' : 'verify-full');
  if (mode === 'disable') return false;
  if (mode === 'prefer' || mode === 'require') return mode;
  if (mode !== 'verify-full')
    throw new Error(
      `DATABASE_URL: sslmode=${mode} is not supported: use disable, prefer, require or verify-full.`,
    );
  const isOfSupabase = /\.supabase\.(co|com)$/.test(hostname);
  const file = searchParams.get('sslrootcert') ?? (isOfSupabase ? supabaseRoots : null);
  return file === null || file === 'system' ? {} : { ca: readAuthority(file) };
}

/** What went wrong at a database, for the person at the keyboard: with what to do when its certificate is not accepted. */
export function databaseSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!/CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)_|ERR_TLS/.test(code)) return error.message;
  return `The server's certificate does not prove that it is the database of DATABASE_URL (${error.message}). Add sslrootcert=<file> to the address, with the certificate from Supabase → Database → Settings → SSL; or sslmode=require, and whoever answers is believed.`;
}

function readAuthority(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch {
    // The same sentence.
  }
  throw new Error(`DATABASE_URL: sslrootcert=${file} is not a file with a certificate.`);
}

/** The driver would hand these on to the server, which knows neither. */
function withoutModes(url: string): string {
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
