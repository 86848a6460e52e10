import postgres from 'postgres';

/**
 * One connection to the database at an address, as its owner. What leaves this machine is encrypted, for the driver by
 * itself does not: with accounts and passwords in it nobody on the way may read along. An address that says `sslmode`
 * decides by itself. The server's certificate is not checked: Supabase signs it with an authority of its own.
 * @throws Error with a sentence when it is no such address
 */
export function openOwnerDatabase(url: string): postgres.Sql {
  return postgres(url, {
    max: 1,
    prepare: false,
    connect_timeout: 15,
    onnotice: () => {},
    ...encryptionOf(url),
  });
}

/** What is added to the settings of a connection, so that nobody on the way reads along. */
export function encryptionOf(url: string): { ssl?: 'require' } {
  const { hostname, searchParams } = addressOf(url);
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  return isHere || searchParams.has('sslmode') ? {} : { ssl: 'require' };
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
