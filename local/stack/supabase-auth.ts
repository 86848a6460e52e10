import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { authSettings } from '../deploy/platform-settings.ts';
import type { OutgoingMail } from '../mailbox/mailbox.ts';
import { startSmtpServer } from '../mailbox/smtp-server.ts';
import { startReady } from './child-process.ts';
import { listen } from './http-listener.ts';
import { keepRunning, type OnCrash, type SupervisedProcess } from './keep-running.ts';
import type { LocalSecrets } from './local-secrets.ts';
import { inDatabase } from './owner-database.ts';

export const authPath = '/auth/v1/';

/** How long to wait for its migrations. */
const startTimeoutMs = 120_000;

type SupabaseAuthOptions = {
  /** The program, as its makers build it. */
  file: string;
  port: number;
  /** Of the owner. */
  databaseUrl: string;
  secrets: LocalSecrets;
  addresses: { site: string; supabase: string };
  deliver: (mail: OutgoingMail) => Promise<unknown>;
  logFolder: string;
  onCrash: OnCrash;
};

/**
 * Runs a Supabase Auth on the shop's database with the settings of a hosted shop, except that nobody reaches its limits.
 * It makes the schema `auth`; the stand-in changes nothing that is there.
 * @throws Error with a message for the user when it does not start
 */
export async function startSupabaseAuth(options: SupabaseAuthOptions): Promise<SupervisedProcess> {
  const { file, port, secrets, addresses } = options;
  if (!existsSync(file))
    throw new Error(`REAL_AUTH=${file} is not there: docs/local-and-hosted.md says what it is.`);
  const role = 'supabase_auth_admin';
  await inDatabase(options.databaseUrl, (sql) =>
    sql.unsafe(`
      do $$ begin
        if not exists (select from pg_roles where rolname = '${role}') then create role ${role} login createrole; end if;
      end $$;
      alter role ${role} password '${secrets.postgresPassword}';
      alter role ${role} set search_path = auth;
      create schema if not exists auth authorization ${role};
      grant create on database postgres to ${role}`),
  );
  const databaseUrl = new URL(options.databaseUrl);
  databaseUrl.username = role;
  const settings = authSettings('.', [addresses.site], true);
  const template = await listen(0, () => new Response(String(settings.mailer_templates_recovery_content)));
  const smtp = await startSmtpServer(options.deliver);
  const portOfTemplate = (template.server.address() as AddressInfo).port;
  const named: Record<string, unknown> = {
    ...settings,
    db_driver: 'postgres',
    db_max_pool_size: 10,
    jwt_secret: secrets.jwtSecret,
    jwt_aud: 'authenticated',
    jwt_default_group_name: 'authenticated',
    jwt_admin_roles: 'supabase_admin,service_role',
    api_host: '127.0.0.1',
    smtp_max_frequency: `${String(settings.smtp_max_frequency)}s`,
    smtp_host: '127.0.0.1',
    smtp_port: smtp.port,
    smtp_admin_email: 'orders@instruments-and-current.example',
    mailer_templates_recovery: `http://127.0.0.1:${portOfTemplate}/`,
    ...Object.fromEntries(raisedLimits.map((name) => [`rate_limit_${name}`, 100_000])),
  };
  const start = () => {
    const program = {
      command: file,
      args: [],
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        DATABASE_URL: databaseUrl.href,
        API_EXTERNAL_URL: addresses.supabase + authPath.slice(0, -1),
        ...Object.fromEntries(
          Object.entries(named).map(([name, value]) => [`GOTRUE_${name.toUpperCase()}`, String(value)]),
        ),
      },
      logFile: join(options.logFolder, 'supabase-auth.log'),
    };
    return startReady('Supabase Auth', program, () => healthy(`http://127.0.0.1:${port}/health`));
  };
  const part = await keepRunning('Supabase Auth', start, options.onCrash);
  return {
    stop: async () => {
      await part.stop();
      smtp.stop();
      await template.stop();
    },
  };
}

/** Each test is one address that registers, signs in and asks for mails again and again. */
const raisedLimits = ['email_sent', 'otp', 'token_refresh', 'verify'];

async function healthy(url: string): Promise<void> {
  for (let waited = 0; waited < startTimeoutMs; waited += 200) {
    if ((await fetch(url).catch(() => null))?.ok) return;
    await wait(200);
  }
  throw new Error('Supabase Auth does not answer.');
}

/**
 * Passes a request on to a Supabase Auth, as the gateway of a hosted project does: a key becomes a token with the role of
 * that key.
 */
export async function forwardToSupabaseAuth(
  url: string,
  request: Request,
  { jwtSecret, publishableKey, secretKey }: LocalSecrets,
): Promise<Response> {
  const roles = new Map([
    [publishableKey, 'anon'],
    [secretKey, 'service_role'],
  ]);
  const { pathname, search, searchParams } = new URL(request.url);
  const key = request.headers.get('apikey') ?? searchParams.get('apikey') ?? '';
  const role = roles.get(key);
  // The links of mails come without one.
  if (!role && pathname !== `${authPath}verify`)
    return Response.json({ message: 'Invalid API key' }, { status: 401 });
  const headers = new Headers(request.headers);
  for (const name of ['host', 'connection', 'content-length', 'apikey']) headers.delete(name);
  // Whoever has only the key of every browser could name any address.
  if (role !== 'service_role') headers.delete('sb-forwarded-for');
  const token = headers.get('authorization')?.replace(/^Bearer /, '') ?? '';
  if (role && (token === '' || roles.has(token)))
    headers.set('authorization', `Bearer ${tokenOf(role, jwtSecret)}`);
  const { method } = request;
  const answer = await fetch(`${url}/${pathname.slice(authPath.length)}${search}`, {
    method,
    headers,
    redirect: 'manual',
    body: ['GET', 'HEAD'].includes(method) ? undefined : await request.arrayBuffer(),
  });
  const replied = new Headers(answer.headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) replied.delete(name);
  return new Response(answer.body, { status: answer.status, headers: replied });
}

/** For one request. */
function tokenOf(role: string, secret: string): string {
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const expiry = Math.floor(Date.now() / 1000) + 60;
  const text = `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64({ role, exp: expiry })}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
