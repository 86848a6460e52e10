import { resolve } from 'node:path';
import { App, setExperimental, SUPABASE_AUTH_HELPERS_SQL, type EmailDriver } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import { recoveryMail } from '../deploy/platform-settings.ts';
import { dataApi } from './data-api.ts';
import type { LocalSecrets } from './local-secrets.ts';
import { inDatabase } from './owner-database.ts';
import {
  filterConsole,
  keepGrants,
  keepObjectsIn,
  allowErrorWarnings,
  setStatementTimeouts,
  withLostCode,
} from './supabase-lite-internals.ts';

type SupabaseLiteOptions = {
  databaseUrl: string;
  secrets: LocalSecrets;
  siteUrl: string;
  storageFolder: string;
  email: EmailDriver;
};

/**
 * REST, Auth and Storage as Supabase serves them, on the real Postgres. Makes the schemas `auth` and `storage`, which
 * the migrations refer to.
 */
export async function openSupabaseLite(options: SupabaseLiteOptions) {
  allowErrorWarnings();
  setExperimental('storage', true);
  await inDatabase(options.databaseUrl, (sql) => sql.unsafe(SUPABASE_AUTH_HELPERS_SQL));
  const connection = createPostgresConnection({
    url: options.databaseUrl,
    postgresOptions: {
      max: dataApi.connections,
      onnotice: () => {},
      types: { json: jsonAs(114), jsonb: jsonAs(3802) },
    },
  });
  keepGrants(connection);
  setStatementTimeouts(connection);

  const app = new App({
    connection,
    api: { enabled: true, schemas: ['public'], max_rows: dataApi.maxRows },
    auth: {
      enabled: true,
      enable_signup: true,
      jwt_secret: options.secrets.jwtSecret,
      publishable_key: options.secrets.publishableKey,
      secret_key: options.secrets.secretKey,
      site_url: options.siteUrl,
      jwt_expiry: 3600,
      minimum_password_length: 6,
      email: {
        enable_signup: true,
        enable_confirmations: false,
        otp_expiry: 3600,
        template: {
          recovery: { ...recoveryMail, content_path: resolve(recoveryMail.content_path) },
        },
      },
    },
    storage: { enabled: true, file_size_limit: '20MB' },
    studio: { enabled: false },
    options: { server: { admin: false, disableStudio: true }, drivers: { email: htmlOnly(options.email) } },
  });
  keepObjectsIn(app, options.storageFolder);
  filterConsole();
  await app.ensureSystemSchema();
  return {
    /**
     * Sends the first request after the migrations: Lite then changes the database, and two first requests at the same
     * time would conflict.
     */
    warmUp: async () => {
      await app.fetch(
        new Request('http://127.0.0.1/rest/v1/products?select=id&limit=1', {
          headers: { apikey: options.secrets.secretKey },
        }),
      );
    },
    fetch: async (request: Request): Promise<Response> =>
      withLostCode(await app.fetch(isPreflightOfFunction(request) ? preflightOfTable(request) : request)),
    close: async () => {
      // The timeout is for aborted requests, which would keep their connections open.
      await connection.driver.end({ timeout: 2 });
    },
  };
}

/**
 * A browser on another port sends a preflight (OPTIONS) before it calls a SQL function, without the parameters. Supabase
 * Lite then finds no matching function and answers 404; a hosted project answers the preflight of any function.
 */
function isPreflightOfFunction({ method, url }: Request): boolean {
  return method === 'OPTIONS' && new URL(url).pathname.startsWith('/rest/v1/rpc/');
}

function preflightOfTable({ url, headers }: Request): Request {
  return new Request(new URL('/rest/v1/products', url), { method: 'OPTIONS', headers });
}

/** Removes the default text, which has a different link than the template; a hosted project sends only the HTML. */
function htmlOnly(driver: EmailDriver): EmailDriver {
  return { send: (mail) => driver.send(mail.html ? { ...mail, text: undefined } : mail) };
}

/** The default serializer would encode JSON text a second time. */
function jsonAs(oid: number) {
  return {
    to: oid,
    from: [oid],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string) => JSON.parse(text) as unknown,
  };
}
