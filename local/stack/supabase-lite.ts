import { resolve } from 'node:path';
import { App, setExperimental, SUPABASE_AUTH_HELPERS_SQL, type EmailDriver } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import postgres from 'postgres';
import { dataApi } from './data-api.ts';
import type { LocalSecrets } from './local-secrets.ts';
import {
  filterConsole,
  keepGrants,
  keepObjectsIn,
  letErrorsBeWarnings,
  prepareStatements,
  setContextAtOnce,
  withCodeOfLimit,
} from './supabase-lite-internals.ts';

export type SupabaseLite = {
  fetch(request: Request): Promise<Response>;
  /**
   * Makes the first request, once the migrations are applied: it changes things in the database, and two first
   * requests at once get in each other's way.
   */
  warmUp(): Promise<void>;
  close(): Promise<void>;
};

export type SupabaseLiteOptions = {
  databaseUrl: string;
  secrets: LocalSecrets;
  siteUrl: string;
  storageFolder: string;
  email: EmailDriver;
};

/** As supabase/config.toml has it for a hosted project. */
export const recoveryMail = {
  subject: 'Choose a new password',
  content_path: 'supabase/templates/recovery.html',
};

/**
 * REST, Auth and Storage as Supabase serves them, on the real Postgres. Makes the schemas `auth` and `storage`, which
 * the migrations refer to.
 */
export async function openSupabaseLite(options: SupabaseLiteOptions): Promise<SupabaseLite> {
  letErrorsBeWarnings();
  setExperimental('storage', true);
  const sql = postgres(options.databaseUrl, { max: 1, onnotice: () => {} });
  await sql.unsafe(SUPABASE_AUTH_HELPERS_SQL).finally(() => sql.end());
  const connection = createPostgresConnection({
    url: options.databaseUrl,
    postgresOptions: {
      max: dataApi.connections,
      onnotice: () => {},
      types: { json: jsonAs(114, [114]), jsonb: jsonAs(3802, [3802]) },
    },
  });
  keepGrants(connection);
  setContextAtOnce(connection);
  prepareStatements(connection.driver);

  const app = new App({
    connection,
    api: { enabled: true, schemas: ['public'], max_rows: dataApi.mostRows },
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
    options: { server: { admin: false, disableStudio: true }, drivers: { email: htmlAlone(options.email) } },
  });
  keepObjectsIn(app, options.storageFolder);
  const stopFiltering = filterConsole();
  await app.ensureSystemSchema();
  return {
    warmUp: async () => {
      await app.fetch(
        new Request('http://127.0.0.1/rest/v1/shop_products?select=id&limit=1', {
          headers: { apikey: options.secrets.publishableKey },
        }),
      );
    },
    fetch: async (request) =>
      withCodeOfLimit(await app.fetch(isPreflightOfFunction(request) ? preflightOfTable(request) : request)),
    close: async () => {
      // A request cut off in the middle would keep its connection for ever.
      await connection.driver.end({ timeout: 2 });
      stopFiltering();
    },
  };
}

/**
 * Before a browser on another port may call a SQL function, it asks with OPTIONS, which names no parameters. Supabase
 * Lite then finds no function without them and says 404; a hosted project lets every function be asked for.
 */
function isPreflightOfFunction({ method, url }: Request): boolean {
  return method === 'OPTIONS' && new URL(url).pathname.startsWith('/rest/v1/rpc/');
}

function preflightOfTable({ url, headers }: Request): Request {
  return new Request(new URL('/rest/v1/shop_products', url), { method: 'OPTIONS', headers });
}

/** Its text beside a template's HTML is a stock one with a link of its own; a hosted project sends the HTML alone. */
function htmlAlone(driver: EmailDriver): EmailDriver {
  return { send: (mail) => driver.send(mail.html ? { ...mail, text: undefined } : mail) };
}

/** The stock driver writes JSON as a JSON string; this writes it as what it is. */
function jsonAs(to: number, from: number[]) {
  return {
    to,
    from,
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string) => JSON.parse(text) as unknown,
  };
}
