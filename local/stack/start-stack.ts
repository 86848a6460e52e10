import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { createGatewaySandbox } from '../gateway-sandbox/gateway-sandbox.ts';
import { createMailbox } from '../mailbox/mailbox.ts';
import { newWebhookSecrets, providerWebhooks } from '../mailbox/provider-webhooks.ts';
import { localMpesa } from '../mpesa-sandbox/local-mpesa.ts';
import { createMpesaSandbox } from '../mpesa-sandbox/mpesa-sandbox.ts';
import { createDemoAccounts, demoAccounts } from './demo-accounts.ts';
import { functionNames } from './function-bundles.ts';
import { type FunctionsRuntime, functionsPath, startFunctions } from './functions-runtime.ts';
import { listen } from './http-listener.ts';
import { shopTexts } from '../deploy/project-database.ts';
import { callEveryMinute, callEveryNight } from './job-timer.ts';
import type { OnCrash } from './keep-running.ts';
import { localSecrets } from './local-secrets.ts';
import { inDatabase } from './owner-database.ts';
import { platformFaults } from './platform-faults.ts';
import { runPostgres } from './postgres-server.ts';
import { type LimitsSetting, setRateLimits } from './rate-limits.ts';
import { markOf, takeRunLock } from './run-lock.ts';
import { applyMigrations, preparePlatform, seedOnce } from './schema-migrations.ts';
import { freePorts, refuseBusyPorts, type ShopPorts } from './shop-ports.ts';
import { buildSiteWhenChanged } from './site-build.ts';
import { openSite } from './site-server.ts';
import type { Stack } from './stack-description.ts';
import { authPath, forwardToSupabaseAuth, startSupabaseAuth } from './supabase-auth.ts';
import { openSupabaseLite } from './supabase-lite.ts';

type StackOptions = {
  ports: ShopPorts | 'free';
  dataFolder: string;
  /** Whether to build the site when its sources changed. */
  build: boolean;
  /** Serves the sources instead of the built site, with hot module replacement. */
  hotReload?: boolean;
  /** Undefined: the local ones in a new database, unchanged in an existing one. */
  limits?: LimitsSetting | undefined;
  /** Off: changes made in SQL are visible immediately. */
  publicCache?: 'off';
  /** Off: no catalogue and no accounts, for a shop that is restored into. */
  demo?: 'off' | undefined;
  /** Does not flush the database to disk. */
  throwAway?: boolean;
  /** The program of Supabase Auth, to run in place of the stand-in. */
  realAuth?: string | undefined;
  /** Called after each step. */
  onStep(text: string): void;
  /** What to do when a process crashes: restart it, or stop the whole stack (the default). */
  onCrash?: OnCrash;
};

type RunningStack = Stack & { functions: FunctionsRuntime };

const functionsFolder = resolve('supabase/functions');

/**
 * Starts the whole shop on this machine, one part after the other. If one fails, stops those already started.
 * @throws Error with a message for the user
 */
export async function startStack(options: StackOptions): Promise<RunningStack> {
  const dataFolder = resolve(options.dataFolder);
  const folder = (name: string) => {
    const path = join(dataFolder, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  mkdirSync(dataFolder, { recursive: true });
  const release = await takeRunLock(dataFolder, options.onStep);
  const stops: (() => Promise<void> | void)[] = [release];
  let stopped: Promise<void> | null = null;
  const stop = () => {
    stopped ??= (async () => {
      for (const end of stops.reverse()) await Promise.resolve(end()).catch(() => {});
    })();
    return stopped;
  };
  let renewConnections = () => Promise.resolve();
  const onCrash: OnCrash = {
    get restarts() {
      return options.onCrash?.restarts ?? false;
    },
    log: (sentence) =>
      void (onCrash.restarts ? Promise.resolve() : stop()).then(() => options.onCrash?.log(sentence)),
  };

  try {
    const count = functionNames(functionsFolder).length;
    // Supabase Auth has the port after theirs.
    const ports = options.ports === 'free' ? await freePorts(count + 1) : options.ports;
    await refuseBusyPorts(ports, options.realAuth ? count + 1 : count);
    const on = (port: number) => `http://127.0.0.1:${port}`;
    const addresses = {
      site: on(ports.site),
      supabase: on(ports.supabase),
      gateway: on(ports.gateway),
      mailbox: `${on(ports.gateway)}/mailbox`,
    };
    const secrets = await localSecrets(dataFolder);
    // The logs are of this start.
    rmSync(join(dataFolder, 'logs'), { recursive: true, force: true });
    const logs = folder('logs');

    const database = await runPostgres(
      {
        folder: join(dataFolder, 'postgres'),
        port: ports.postgres,
        password: secrets.postgresPassword,
        logFile: join(logs, 'postgres.log'),
        throwAway: options.throwAway ?? false,
      },
      onCrash,
      () => renewConnections(),
    );
    stops.push(() => database.part.stop());
    options.onStep('PostgreSQL 17 is up');
    const webhooks = newWebhookSecrets();
    const mailbox = createMailbox({
      folder: folder('mailbox'),
      sendReport: providerWebhooks(`${addresses.supabase}/functions/v1/message-events`, webhooks),
    });
    const { realAuth } = options;
    const authPort = ports.functions + count;
    if (realAuth) {
      const auth = await startSupabaseAuth({
        file: realAuth,
        port: authPort,
        databaseUrl: database.url,
        secrets,
        addresses,
        deliver: mailbox.deliver,
        logFolder: logs,
        onCrash,
      });
      stops.push(() => auth.stop());
      options.onStep('Supabase Auth answers');
    }
    const open = () =>
      openSupabaseLite({
        databaseUrl: database.url,
        secrets,
        siteUrl: addresses.site,
        storageFolder: folder('storage'),
        email: { send: async (mail) => void (await mailbox.deliver(mail)) },
      });
    let supabase = await open();
    stops.push(() => supabase.close());
    // A connection that was closed during a query stays unusable in the driver's pool.
    renewConnections = async () => {
      await supabase.close().catch(() => {});
      supabase = await open();
    };
    await preparePlatform(database.url, Boolean(realAuth));
    const applied = await applyMigrations(database.url, resolve('supabase/migrations'));
    await seedOnce(database.url, shopTexts);
    const seeded = !options.demo && (await seedOnce(database.url, 'supabase/seed/products.sql'));
    await setRateLimits(database.url, options.limits);
    await seedOnce(database.url, 'supabase/seed/local-settings.sql');
    options.onStep(
      applied.length > 0
        ? `${applied.length} migrations applied${seeded ? ', catalogue seeded' : ''}`
        : 'Schema is up to date',
    );

    const gateway = createGatewaySandbox({
      applicationId: secrets.gatewayApplicationId,
      sharedSecret: secrets.gatewaySecret,
      ledgerFile: join(dataFolder, 'gateway-ledger.jsonl'),
    });
    const mpesa = createMpesaSandbox({
      // The shop's functions are on this machine.
      isPublic: (url) => url.startsWith(`${addresses.supabase}/functions/v1/`),
      confirmationUrl: `${addresses.supabase}/functions/v1/payment-notices/paybill/${secrets.noticesToken}`,
    });
    const platform = platformFaults();
    const bankAndMail = [mailbox, mpesa, platform, gateway].reduce(
      (all, { app }) => all.route('/', app),
      new Hono(),
    );
    const gatewayServer = await listen(ports.gateway, (request, env) => bankAndMail.fetch(request, env));
    stops.push(() => gatewayServer.stop());
    options.onStep('Card gateway sandbox, M-Pesa sandbox and mailbox are open');

    await supabase.warmUp();
    const runtime: { functions?: FunctionsRuntime } = {};
    const supabaseServer = await listen(ports.supabase, (request, { incoming, outgoing }) => {
      const failing = platform.answerOf(incoming.url);
      if (failing) return failing;
      if (realAuth && incoming.url?.startsWith(authPath))
        return forwardToSupabaseAuth(on(authPort), request, secrets);
      if (!runtime.functions || !incoming.url?.startsWith(functionsPath)) return supabase.fetch(request);
      runtime.functions.answer(incoming, outgoing);
      return RESPONSE_ALREADY_SENT;
    });
    stops.push(() => supabaseServer.stop());
    if (!options.demo) await createDemoAccounts(addresses.supabase, database.url, secrets);
    options.onStep('REST, Auth and Storage answer');

    const functions = await startFunctions({
      folder: functionsFolder,
      firstPort: ports.functions,
      env: {
        SUPABASE_URL: addresses.supabase,
        SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: secrets.publishableKey }),
        SUPABASE_SECRET_KEYS: JSON.stringify({ default: secrets.secretKey }),
        EDGE_PROXY_SECRET: secrets.edgeProxySecret,
        ORDER_LINK_SECRET: secrets.orderLinkSecret,
        DATA_ENCRYPTION_KEY: secrets.dataEncryptionKey,
        RECONCILE_KEY: secrets.reconcileKey,
        HEALTH_KEY: secrets.healthKey,
        CARD_GATEWAY_URL: addresses.gateway,
        CARD_GATEWAY_APPLICATION_ID: secrets.gatewayApplicationId,
        CARD_GATEWAY_SECRET: secrets.gatewaySecret,
        MPESA_URL: `${addresses.gateway}/daraja`,
        MPESA_KEY: localMpesa.key,
        MPESA_SECRET: localMpesa.secret,
        MPESA_PASSKEY: localMpesa.passkey,
        MPESA_SHORTCODE: localMpesa.shortcode,
        MPESA_NOTICES_TOKEN: secrets.noticesToken,
        MPESA_LIST: 'on',
        SITE_URL: addresses.site,
        EMAIL_FROM: 'Instruments & Current <orders@instruments-and-current.example>',
        RESEND_URL: `${addresses.mailbox}/providers/resend`,
        RESEND_API_KEY: 'local',
        AFRICAS_TALKING_URL: `${addresses.mailbox}/providers/africas-talking`,
        AFRICAS_TALKING_API_KEY: 'local',
        AFRICAS_TALKING_USERNAME: 'sandbox',
        WHATSAPP_URL: `${addresses.mailbox}/providers/whatsapp`,
        WHATSAPP_ACCESS_TOKEN: 'local',
        WHATSAPP_PHONE_NUMBER_ID: '1000',
        RESEND_WEBHOOK_SECRET: webhooks.resend,
        AFRICAS_TALKING_REPORT_KEY: webhooks.africasTalking,
        WHATSAPP_APP_SECRET: webhooks.whatsApp,
      },
      bundleFolder: join(dataFolder, 'functions'),
      denoFolder: resolve('.shop/deno'),
      mark: markOf(dataFolder),
      logFolder: logs,
      onCrash,
    });
    runtime.functions = functions;
    stops.push(() => functions.stop());
    for (const job of ['reconcile', 'send-messages']) {
      const timer = callEveryMinute(`${addresses.supabase}/functions/v1/${job}`, secrets.reconcileKey);
      stops.push(() => timer.stop());
    }
    const nightly = callEveryNight(() =>
      inDatabase(database.url, async (sql) => {
        await sql`select private.retry_papers()`;
        await sql`select private.remind_debtors()`;
        await sql`select private.check_invariants_at_night()`;
      }),
    );
    stops.push(() => nightly.stop());
    options.onStep(`${count} edge functions run under Deno`);

    if (options.build) {
      const built = await buildSiteWhenChanged({
        url: `${addresses.supabase}/functions/v1`,
        secret: secrets.edgeProxySecret,
      });
      options.onStep(built ? 'Site built' : 'Site is up to date');
    }
    const site = await openSite({
      port: ports.site,
      settings: {
        FUNCTIONS_URL: `${addresses.supabase}/functions/v1`,
        FUNCTIONS_REGION: 'local',
        EDGE_PROXY_SECRET: secrets.edgeProxySecret,
        SITE_URL: addresses.site,
      },
      gateway: addresses.gateway,
      folder: resolve('web/dist'),
      cachesReplies: options.publicCache !== 'off',
      hotReload: options.hotReload ?? false,
    });
    stops.push(() => site.stop());
    options.onStep('Edge proxy is open');

    return {
      addresses: { ...addresses, postgres: database.url },
      keys: { publishable: secrets.publishableKey, secret: secrets.secretKey },
      accounts: (options.demo ? [] : demoAccounts).map(({ email, password, role }) => ({
        email,
        password,
        role,
      })),
      dataFolder,
      functions,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
