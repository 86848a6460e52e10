import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { deployShop, type Deployment, planOf, releaseBefore } from '../../../local/deploy/deploy-shop.ts';
import { deploymentFiles, type State } from '../../../local/deploy/deployment-files.ts';
import { localMpesa } from '../../../local/mpesa-sandbox/local-mpesa.ts';
import { createMpesaSandbox } from '../../../local/mpesa-sandbox/mpesa-sandbox.ts';
import type { ShopRelease } from '../../../local/deploy/shop-release.ts';
import { noBank } from '../../../local/deploy/shop-settings.ts';
import { DeployError, timing, vendorApi } from '../../../local/deploy/vendor-api.ts';
import { settingsFindings } from '../../../local/doctor/platform-findings.ts';
import { noProducts } from '../../../local/smoke/smoke-findings.ts';
import { type Fault, tokens, vendorStandIns } from '../../../local/tests/vendor-stand-ins.ts';
import { openTestDatabase } from '../test-database.ts';
import { untouchedDatabase } from './untouched.ts';

/*
 * The whole deployment against stand-ins of both vendors and a real Postgres that is set up as a hosted one. The sources
 * are small ones of the test, so that it can be repeated for each of its steps; untouched-database.test.ts applies the
 * shop's own migrations with the same code.
 */
const stack = openTestDatabase();

const schema = `
  create schema private;
  create table public.users (id uuid primary key, email text unique, role text not null default 'customer', email_confirmed_at timestamptz);
  create function private.add_user() returns trigger language plpgsql security definer as $$
    begin insert into public.users (id, email) values (new.id, lower(new.email)); return new; end $$;
  create trigger add_user after insert on auth.users for each row execute function private.add_user();
  create table public.products (id int primary key);
  create table private.heartbeats (job text);
  create table private.settings (second_factor_required boolean not null);
  insert into private.settings values (true);
  create function public.schedule_jobs() returns text[] language sql as
    $$ select array[]::text[] from cron.schedule('reconcile', '* * * * *', 'select 1') $$;`;
const health = `create function public.shop_health() returns jsonb language sql as $$ select '[]'::jsonb $$;`;

/** By their commits, which come after another as their digits. */
const releases = new Map<string, ShopRelease>();
const tagOf = (commit: string) => `v1.0.${Number(commit[0]) - 1}`;
/** As git finds them, by commit or tag. */
const found = (ref: string) =>
  [...releases.values()].find(({ commit, version }) => [commit, version].includes(ref)) ?? { commit: ref };

const first: ShopRelease = {
  root: resolve('.'),
  commit: '1'.repeat(40),
  version: 'v1.0.0',
  migrations: [
    { file: '20260101000000_schema.sql', text: schema },
    { file: '20260102000000_health.sql', text: `${health}\n-- A name like 'O''Brien' and a back\\slash.` },
  ],
  texts: () => 'create table if not exists public.texts (id int); insert into public.texts values (1);',
  refuseChanges: () => {},
  findings: () => Promise.resolve([]),
  functions: () =>
    Promise.resolve(
      new Map([
        ['api', 'api 1'],
        ['reconcile', 'reconcile 1'],
      ]),
    ),
  site: (settings) =>
    Promise.resolve({
      files: new Map([
        ['index.html', Buffer.from(`page of 1 at ${settings.SITE_URL}`)],
        ['.netlify/internal/edge-functions/a.eszip', Buffer.from('edge')],
      ]),
      edgeFunctions: new Map([['eszip2', Buffer.from('edge')]]),
    }),
  isAncestor: (ancestor, descendant) => found(ancestor).commit <= found(descendant).commit,
  tagBefore: (commit) => (commit > '2' ? tagOf(String(Number(commit[0]) - 1)) : undefined),
  at: (ref) => releases.get(found(ref).commit) ?? first,
  remove: () => {},
};
const second: ShopRelease = {
  ...first,
  commit: '2'.repeat(40),
  version: 'v1.0.1',
  migrations: [
    ...first.migrations,
    { file: '20260103000000_third.sql', text: 'create table public.third (id int);' },
  ],
  functions: () =>
    Promise.resolve(
      new Map([
        ['api', 'api 2'],
        ['reconcile', 'reconcile 1'],
      ]),
    ),
  site: async (settings) => {
    const { edgeFunctions } = await first.site(settings);
    return { files: new Map([['index.html', Buffer.from('page of 2')]]), edgeFunctions };
  },
};
for (const release of [first, second]) releases.set(release.commit, release);

const answers: State = {
  name: 'Instruments & Current',
  region: 'eu-central-1',
  ownerEmail: 'Owner@Shop.example',
  domain: '',
  organization: 'shop-org',
  account: 'shop-team',
};

beforeEach(() => {
  timing.pause = 1;
});
afterEach(() => {
  timing.pause = 2000;
});

/** A machine with nothing but a folder, and vendors without a shop. */
async function newWorld() {
  const database = await untouchedDatabase(stack, 'hosted-scheduler.sql');
  const { sql } = database;
  mkdirSync('.shop', { recursive: true });
  const root = mkdtempSync(resolve('.shop', 'deploy-'));
  let isOver = false;
  const end = async () => {
    if (isOver) return;
    isOver = true;
    rmSync(root, { recursive: true });
    await database.drop();
  };
  onTestFinished(end);
  const standIns = vendorStandIns(async (text) => (await sql.unsafe(text)) as unknown[]);
  const files = deploymentFiles(root);
  files.saveState(answers);
  const log: string[] = [];
  let smoke: string[] = [];
  /** As a new process: what it knows is in the files. */
  const open = (release: ShopRelease, fault: Fault | null = null) => {
    const run = standIns.nextRun(fault);
    vi.stubGlobal('fetch', run.fetch);
    const api = (name: 'Supabase' | 'Netlify', address: string, token: string) =>
      vendorApi({
        name,
        address,
        headers: { authorization: `Bearer ${token}` },
        tokenAdvice: 'make another one.',
      });
    const deployment: Deployment = {
      release,
      isNamed: false,
      files: deploymentFiles(root),
      state: deploymentFiles(root).state(),
      supabase: api('Supabase', 'https://api.supabase.com', tokens.supabase),
      netlify: api('Netlify', 'https://api.netlify.com/api/v1', tokens.netlify),
      smoke: () => Promise.resolve(smoke),
      log: (line) => void log.push(line),
      agrees: () => Promise.resolve(false),
    };
    return { ...run, deployment };
  };
  return {
    world: standIns.world,
    sql,
    root,
    files,
    log,
    open,
    end,
    deploy: (release: ShopRelease) => deployShop(open(release).deployment),
    /** As `npm run deploy -- --rollback` with this folder's release. */
    rollBack: (release: ShopRelease, fault: Fault | null = null) => goBack(open(release, fault).deployment),
    setSmoke: (findings: string[]) => {
      smoke = findings;
    },
    /** Everything that was made, and how often; without values by chance. */
    made: async () => {
      const { world } = standIns;
      const [accounts, releases, jobs, vault, versions] = [
        await sql`select email, role, email_confirmed_at is not null as confirmed from public.users`,
        await sql`select "commit", version, finished_at is not null as finished from supabase_migrations.shop_releases order by id`,
        await sql`select jobname from cron.job`,
        await sql`select name from vault.secrets order by name`,
        await sql`select version, name from supabase_migrations.schema_migrations order by version`,
      ];
      // With the last migration of each release that has one.
      const [texts] = await sql`select count(*)::int as times from public.texts`;
      expect(texts?.times).toBeLessThan(versions.length);
      const secrets = [...world.secrets].filter(([, value]) => value.length !== 64);
      return {
        accounts: [...accounts],
        releases: [...releases],
        jobs: [...jobs],
        vault: [...vault],
        versions: [...versions],
        auth: withoutName(world.auth),
        api: world.api,
        signingKeys: world.signingKeys,
        apiKeys: world.apiKeys,
        projects: world.projects.map(({ ref, name, region, status }) => ({ ref, name, region, status })),
        sites: world.sites.map(({ id, published, account }) => ({ id, published, account })),
        secretNames: [...world.secrets.keys()].toSorted(),
        secrets: withoutName(Object.fromEntries(secrets.toSorted())),
        functions: [...world.functions].toSorted(),
        variables: [...world.variables.keys()].toSorted(),
        deploys: world.deploys.map(({ id, state }) => ({ id, state })),
        uploads: world.uploads,
        accountsMade: world.accountsMade,
        /** The file and the platform have the same secrets. */
        isSame: Object.entries(files.secrets() ?? {}).every(
          ([name, value]) => name === 'SUPABASE_DB_PASSWORD' || world.secrets.get(name) === value,
        ),
        hasPassword: world.projects[0]?.password === files.secrets()?.SUPABASE_DB_PASSWORD,
        files: readdirSync(root).toSorted(),
      };
    },
  };
}

async function goBack(deployment: Deployment) {
  const release = deployment.release.at(await releaseBefore(deployment));
  return deployShop({ ...deployment, release, isNamed: true });
}

/** The site's name ends by chance. */
const withoutName = (settings: object) =>
  JSON.parse(
    JSON.stringify(settings).replaceAll(/instruments-current-[0-9a-f]{4}/g, 'instruments-current'),
  ) as object;

describe('npm run deploy', () => {
  it('makes a shop from nothing, and says what remains; run again it changes nothing', async () => {
    const { deploy, made, log, world, open, setSmoke } = await newWorld();
    setSmoke([noProducts]);
    const { isWell, remaining } = await deploy(first);
    expect(isWell).toBe(true);
    expect(remaining.map((line) => line.split(/[:,]/)[0])).toEqual([
      'Choose your password',
      'The project has no mail server',
      'Domain',
      'Bank',
      'SMS',
      'Monitor',
      'Products',
    ]);
    expect(remaining.join()).toMatch(
      /https:\/\/instruments-current-[0-9a-f]{4}\.netlify\.app\/reset-password#token=token-of-the-link/,
    );
    const shop = await made();
    expect(shop).toMatchObject({
      accounts: [{ email: 'owner@shop.example', role: 'admin', confirmed: true }],
      releases: [{ commit: first.commit, version: 'v1.0.0', finished: true }],
      sites: [{ id: 'site-1', published: 'deploy-1', account: 'shop-team' }],
      auth: {
        site_url: 'https://instruments-current.netlify.app',
        security_sb_forwarded_for_enabled: true,
        mailer_autoconfirm: true,
      },
      api: { db_pool: 20 },
      isSame: true,
      hasPassword: true,
      uploads: 2,
      accountsMade: 1,
      vault: [{ name: 'project_url' }, { name: 'reconcile_key' }],
      files: ['.deploy.json', '.env.production'],
    });
    expect(shop.secretNames).toContain('CARD_GATEWAY_TEST_APPLICATION_ID');
    expect([...world.secrets.values()].filter((value) => value.length === 64)).toHaveLength(6);

    log.length = 0;
    const before = world.changes.length;
    await deploy(first);
    expect(await made()).toEqual(shop);
    // The link of an admin who has not signed in yet is made anew; nothing else but the jobs is touched.
    expect(log).toEqual([
      'Database: the minute jobs are scheduled.',
      'The site is built.',
      'Netlify: the site is published.',
      'The admin Owner@Shop.example.',
      `v1.0.0 is live at https://${world.sites[0]?.name}.netlify.app.`,
    ]);
    expect(world.changes.slice(before).filter((change) => !change.endsWith('/database/query'))).toEqual([
      'POST /auth/v1/admin/generate_link',
    ]);
    expect(await planOf(open(first).deployment)).toEqual([
      'Database: the minute jobs are scheduled.',
      'The admin Owner@Shop.example.',
      'Netlify: the site is built, and published when it differs from the live one.',
    ]);
  });

  it('killed at any change and started again ends in the same state, and makes nothing twice', async () => {
    const whole = await newWorld();
    const { deployment, changes } = whole.open(first);
    await deployShop(deployment);
    const [expected, steps] = [await whole.made(), changes()];
    expect(steps).toBeGreaterThan(25);
    for (let at = 1; at <= steps; at += 1)
      for (const is of ['killed before', 'killed after'] as const) {
        const { open, made, end } = await newWorld();
        const run = open(first, { at, is });
        const outcome = await Promise.race([run.killed, deployShop(run.deployment)]);
        expect(outcome, `${is} ${at}`).toBe('killed');
        await deployShop(open(first).deployment);
        expect(await made(), `${is} ${at}`).toEqual(expected);
        await end();
      }
  }, 600_000);

  it('a reply that is lost, a failure and a limit are overcome, or end in a sentence and are made good by the next run', async () => {
    const whole = await newWorld();
    const { deployment, changes } = whole.open(first);
    await deployShop(deployment);
    const expected = await whole.made();
    const steps = changes();
    for (let at = 1; at <= steps; at += 1) {
      const { open, made, end } = await newWorld();
      const is = (['reply lost', 'fails', 'limited'] as const)[at % 3] ?? 'fails';
      await deployShop(open(first, { at, is }).deployment).catch((error: Error) => {
        expect(error.message, `${is} ${at}`).toMatch(/^[A-Z].*\.$/);
      });
      await deployShop(open(first).deployment);
      expect(await made(), `${is} ${at}`).toEqual(expected);
      await end();
    }
  }, 300_000);

  it('upgrades, goes back to the release before, and forward again', async () => {
    const { deploy, made, world, open, rollBack } = await newWorld();
    await deploy(first);
    expect(await planOf(open(second).deployment)).toEqual([
      'Database: 20260103000000_third.sql',
      'Database: the minute jobs are scheduled.',
      'Supabase: the function api.',
      'The admin Owner@Shop.example.',
      'Netlify: the site is built, and published when it differs from the live one.',
    ]);
    await deploy(second);
    expect(await made()).toMatchObject({
      sites: [{ published: 'deploy-2' }],
      functions: [
        ['api', { text: 'api 2' }],
        ['reconcile', {}],
      ],
    });
    await rollBack(second);
    expect(await made()).toMatchObject({
      sites: [{ published: 'deploy-1' }],
      functions: [
        ['api', { text: 'api 1' }],
        ['reconcile', { text: 'reconcile 1' }],
      ],
      releases: [
        { commit: first.commit },
        { commit: second.commit },
        { commit: first.commit, version: 'v1.0.0', finished: true },
      ],
    });
    await expect(rollBack(second)).rejects.toThrow('No release comes before v1.0.0; nothing was changed.');
    // The same release again, and its plan: the database has a migration of a later one.
    await deploy(first);
    await deploy(second);
    expect(await made()).toMatchObject({
      sites: [{ published: 'deploy-2' }],
      functions: [['api', { text: 'api 2' }], {}],
    });
    expect(world.deploys).toHaveLength(2);
  });

  it('an upgrade changes the database first, then the functions, then the site', async () => {
    const { deploy, world, sql, open } = await newWorld();
    await deploy(first);
    const { deployment, fetch } = open(second);
    const seen = new Set<string>();
    vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
      const answer = await fetch(...request);
      const [row] = await sql<{ found: boolean }[]>`select to_regclass('public.third') is not null as found`;
      const isNew = [row?.found, world.functions.get('api')?.text === 'api 2', world.sites[0]?.published];
      seen.add(isNew.join());
      return answer;
    });
    await deployShop(deployment);
    expect([...seen]).toEqual([
      'false,false,deploy-1',
      'true,false,deploy-1',
      'true,true,deploy-1',
      'true,true,deploy-2',
    ]);
  });

  it('an upgrade, a way back and the way forward that are killed once go on when they are started again', async () => {
    const steps = await newWorld();
    await steps.deploy(first);
    const counts: number[] = [];
    for (const way of [deployShop, goBack, deployShop]) {
      const { deployment, changes } = steps.open(second);
      await way(deployment);
      counts.push(changes());
    }
    await steps.end();
    for (let at = 1; at <= Math.max(...counts); at += 1)
      for (const is of ['killed before', 'killed after'] as const) {
        const { deploy, made, open, end, rollBack } = await newWorld();
        const hasFinished = async () => {
          const { commit, finished } = (await made()).releases.at(-1) ?? {};
          return commit === first.commit && finished;
        };
        await deploy(first);
        const goOn = async () => ((await hasFinished()) ? null : rollBack(second));
        for (const [i, way] of [deployShop, goBack, deployShop].entries()) {
          const run = open(second, { at: Math.min(at, (counts[i] ?? 1) - 1), is });
          expect(await Promise.race([run.killed, way(run.deployment)]), `${is} ${at}`).toBe('killed');
          await (way === goBack ? goOn() : deploy(second));
          const release = i === 1 ? 1 : 2;
          expect(await made(), `${is} ${at}`).toMatchObject({
            sites: [{ published: `deploy-${release}` }],
            functions: [['api', { text: `api ${release}` }], {}],
            deploys: [{}, {}],
            versions: [{}, {}, {}],
          });
        }
        await end();
      }
  }, 600_000);

  it('an earlier release is deployed when it is named, and what a later one took away lets it', async () => {
    const { deploy, open, made } = await newWorld();
    await deploy(first);
    await deploy(second);
    const named = (release: ShopRelease) => deployShop({ ...open(release).deployment, isNamed: true });
    await named(first);
    expect(await made()).toMatchObject({ functions: [['api', { text: 'api 1' }], {}] });
    const third: ShopRelease = {
      ...second,
      commit: '3'.repeat(40),
      version: 'v1.0.2',
      migrations: [
        ...second.migrations,
        { file: '20260104000000_fourth.sql', text: '-- unused since v1.0.1\ndrop table public.third;' },
      ],
    };
    releases.set(third.commit, third);
    onTestFinished(() => void releases.delete(third.commit));
    await expect(deploy(third)).rejects.toThrow(
      '20260104000000_fourth.sql takes away what v1.0.0 needs: deploy v1.0.1 first, and this release after it.\nNothing was changed.',
    );
    await deploy(second);
    await deploy(third);
    await expect(named(first)).rejects.toThrow(
      '20260104000000_fourth.sql has taken away what v1.0.0 needs: it cannot run any more.\nNothing was changed.',
    );
    await named(second);
    expect(await made()).toMatchObject({ releases: [{}, {}, {}, {}, {}, { version: 'v1.0.1' }] });
  });

  it('a release that fails the smoke test is taken back', async () => {
    const { deploy, made, setSmoke, log } = await newWorld();
    await deploy(first);
    setSmoke(['/: answered 500, not 200.']);
    await expect(deploy(second)).rejects.toThrow('functions and site are those of the release before');
    expect(log).toContain('/: answered 500, not 200.');
    expect(await made()).toMatchObject({
      sites: [{ published: 'deploy-1' }],
      functions: [['api', { text: 'api 1' }], {}],
    });
  });

  it.each<[string, Partial<ShopRelease>, string, string]>([
    [
      'is not here',
      {
        at: () => {
          throw new DeployError('1 could not be checked out.');
        },
      },
      '1 could not be checked out.',
      'v1.0.1',
    ],
    [
      'cannot be built any more',
      { at: () => ({ ...first, site: () => Promise.reject(new Error('The site was not built.')) }) },
      'The site was not built.',
      'v1.0.0',
    ],
  ])(
    'a release that fails the test and cannot be taken back, since the one before %s, is told of',
    async (...of) => {
      const [, fault, reason, newest] = of;
      const { deploy, setSmoke, made } = await newWorld();
      await deploy(first);
      setSmoke(['/: answered 500, not 200.']);
      await expect(deploy({ ...second, ...fault })).rejects.toThrow(
        `The new release did not pass the test, and is live, at least in part: the one before could not be deployed. ${reason}`,
      );
      const shop = await made();
      expect(shop.releases.at(-1)).toMatchObject({ version: newest, finished: false });
      expect(shop.sites).toMatchObject([{ published: 'deploy-2' }]);
    },
  );

  it('the way back passes over a release that was taken back, and goes on when it was broken off', async () => {
    const { deploy, made, setSmoke, rollBack, sql } = await newWorld();
    const third = { ...second, commit: '3'.repeat(40), version: 'v1.0.2' };
    releases.set(third.commit, third);
    onTestFinished(() => void releases.delete(third.commit));
    await deploy(first);
    setSmoke(['/: answered 500, not 200.']);
    await expect(deploy(second)).rejects.toThrow('functions and site are those of the release before');
    setSmoke([]);
    // As when taking back the second one was broken off.
    await sql`update supabase_migrations.shop_releases set finished_at = null where id = 3`;
    await rollBack(second);
    expect((await made()).releases.slice(2)).toEqual([
      { commit: first.commit, version: 'v1.0.0', finished: true },
    ]);
    await deploy(third);
    await rollBack(third);
    expect((await made()).releases.slice(3)).toMatchObject([{ version: 'v1.0.2' }, { version: 'v1.0.0' }]);
  });

  it('a first release that fails the smoke test is told, and stays', async () => {
    const { deploy, setSmoke } = await newWorld();
    setSmoke(['/: answered 500, not 200.']);
    const { isWell, remaining } = await deploy(first);
    expect([isWell, remaining[0]]).toEqual([false, '/: answered 500, not 200.']);
  });

  it.each([
    [
      'a release before the live one that is not named',
      second,
      { ...first },
      /^Live is v1\.0\.1, and v1\.0\.0 comes before it: [^\n]*\nNothing was changed\.$/,
    ],
    [
      'a release of another history',
      second,
      { ...first, isAncestor: () => false },
      /^Live is v1\.0\.1, of which v1\.0\.0 is neither an earlier nor a later release here: [^\n]*\nNothing/,
    ],
    [
      'a migration that was changed after it was applied',
      first,
      { ...second, migrations: [{ file: '20260101000000_schema.sql', text: `${schema} -- other` }] },
      /^20260101000000_schema.sql was changed after it was applied/,
    ],
    [
      'a migration that was applied and has another name now',
      first,
      {
        ...second,
        migrations: second.migrations.map(({ file, text }) => ({ file: file.replace('0102', '0104'), text })),
      },
      /^20260102000000_health.sql was applied and is not here/,
    ],
    [
      'a finding about the folder',
      first,
      { ...second, findings: () => Promise.resolve(['api has 6 MB with its packages.']) },
      /^api has 6 MB/,
    ],
  ])('%s is refused, and nothing changes', async (_, live, next, sentence) => {
    const { deploy, world, made } = await newWorld();
    await deploy(live);
    const before = [await made(), world.changes.length];
    await expect(deploy(next)).rejects.toThrow(sentence);
    await expect(deploy(next)).rejects.toThrow(/Nothing was changed\.$/);
    expect([await made(), world.changes.length]).toEqual(before);
  });

  it('a setting that a release needs and nobody has is named before anything changes', async () => {
    const { deploy, world, made, files, root } = await newWorld();
    await deploy(first);
    world.secrets.delete('ORDER_LINK_SECRET');
    // As on a machine of GitHub.
    rmSync(join(root, '.env.production'));
    const before = [await made(), world.changes.length];
    await expect(deploy(second)).rejects.toThrow(
      /^The setting ORDER_LINK_SECRET is missing: .*\nNothing was changed\.$/,
    );
    expect([await made(), world.changes.length]).toEqual(before);
    // A provider's key without what goes with it stops the functions too.
    files.addSecrets({ ORDER_LINK_SECRET: 'x'.repeat(64), AFRICAS_TALKING_API_KEY: 'key' });
    await expect(deploy(second)).rejects.toThrow('The setting AFRICAS_TALKING_USERNAME is missing');
  });

  it.each([
    ['CARD_GATEWAY_MODE', 'Live', 'The setting CARD_GATEWAY_MODE must be test or live.'],
    [
      'CARD_GATEWAY_MODE',
      'live',
      'In live mode CARD_GATEWAY_APPLICATION_ID must not be the test application id.',
    ],
    ['CARD_GATEWAY_APPLICATION_ID', '1234', 'The setting CARD_GATEWAY_APPLICATION_ID must be a GUID.'],
    ['CARD_GATEWAY_URL', 'portal.host.iveri.com', 'The setting CARD_GATEWAY_URL must be an address.'],
  ])(
    '%s=%s, with which no function starts, is refused before anything changes',
    async (name, value, sentence) => {
      const { deploy, world, made, files, root } = await newWorld();
      files.addSecrets({ [name]: value });
      await expect(deploy(first)).rejects.toThrow(
        `${sentence} Correct it in .env.production.\nNothing was changed.`,
      );
      expect(world.changes).toEqual([]);
      rmSync(join(root, '.env.production'));
      await deploy(first);
      files.addSecrets({ [name]: value });
      const before = [await made(), world.changes.length];
      await expect(deploy(second)).rejects.toThrow(sentence);
      expect([await made(), world.changes.length]).toEqual(before);
    },
  );

  it('one setting in a new file is judged without those that only the platform knows', async () => {
    const { deploy, files, root, world } = await newWorld();
    await deploy(first);
    rmSync(join(root, '.env.production'));
    world.secrets.set('CARD_GATEWAY_APPLICATION_ID', '6dd9ba0f-f07e-4e83-8e21-a1a3a8e0d0a1');
    files.addSecrets({ CARD_GATEWAY_MODE: 'live' });
    await deploy(second);
    expect(world.secrets.get('CARD_GATEWAY_MODE')).toBe('live');
  });

  it('without the file of secrets an upgrade keeps all of them', async () => {
    const { deploy, world, root } = await newWorld();
    await deploy(first);
    const [secrets, variables] = [new Map(world.secrets), new Map(world.variables)];
    rmSync(join(root, '.env.production'));
    const { remaining } = await deploy(second);
    expect([world.secrets, world.variables]).toEqual([secrets, variables]);
    expect(remaining).toContainEqual(expect.stringContaining('.env.production is not here'));
    expect(readdirSync(root)).not.toContain('.env.production');
  });

  it('runs at Netlify’s address until the domain leads there, then moves to the domain', async () => {
    const { deploy, world, files, log } = await newWorld();
    files.saveState({ ...answers, domain: 'www.shop.example' });
    const { remaining } = await deploy(first);
    expect(world.auth.site_url).toMatch(/netlify\.app$/);
    expect(world.sites[0]?.custom_domain).toBe('www.shop.example');
    expect(remaining).toContainEqual(
      expect.stringMatching(
        /^Domain: enter at the registrar of www.shop.example a CNAME to instruments-current-.*netlify\.app/,
      ),
    );
    world.hasDns = true;
    log.length = 0;
    expect((await deploy(first)).remaining.join()).not.toContain('Domain:');
    expect(log).toContain('Supabase: the settings SITE_URL.');
    expect(world.auth).toMatchObject({ site_url: 'https://www.shop.example' });
    expect(String(world.auth.uri_allow_list)).toMatch(
      /^https:\/\/www\.shop\.example\/\*\*,https:\/\/instruments-current-.*\.netlify\.app\/\*\*$/,
    );
    expect([world.secrets.get('SITE_URL'), world.variables.get('SITE_URL')]).toEqual([
      'https://www.shop.example',
      'https://www.shop.example',
    ]);
    expect(world.deploys).toHaveLength(2);
  });

  it('with a mail key the project gets its mail server, and only then the mail', async () => {
    const { deploy, world, files } = await newWorld();
    files.addSecrets({ RESEND_API_KEY: 're_key', EMAIL_FROM: 'Shop <orders@shop.example>' });
    expect((await deploy(first)).remaining.join()).not.toMatch(/mail server|Resend/);
    expect(world.auth).toMatchObject({
      smtp_host: 'smtp.resend.com',
      smtp_port: '465',
      smtp_admin_email: 'orders@shop.example',
      rate_limit_email_sent: 30,
      mailer_templates_recovery_content: readFileSync('supabase/templates/recovery.html', 'utf8'),
    });
  });

  describe('a setting that changes later', () => {
    const mail = { RESEND_API_KEY: 're_first', EMAIL_FROM: 'Shop <onboarding@resend.dev>' };
    const optional = {
      ...mail,
      EMAIL_REPLY_TO: 'a@shop.example',
      AFRICAS_TALKING_API_KEY: 'at',
      AFRICAS_TALKING_USERNAME: 'shop',
      CARD_GATEWAY_SECRET: 'bank',
      WHATSAPP_APP_SECRET: 'wa',
      SERVICE_WORKER: 'off',
    };
    /** A shop with every optional setting, and the file as the owner would edit it. */
    async function shopWith(settings: Record<string, string>) {
      const shop = await newWorld();
      shop.files.addSecrets(settings);
      const { remaining } = await shop.deploy(first);
      const path = join(shop.root, '.env.production');
      const edit = (change: (lines: string[]) => string[]) =>
        writeFileSync(path, `${change(readFileSync(path, 'utf8').trim().split('\n')).join('\n')}\n`);
      const questions: string[] = [];
      const deploy = (answer: boolean) => {
        const { deployment } = shop.open(first);
        const agrees = (question: string) => Promise.resolve((questions.push(question), answer));
        return deployShop({ ...deployment, agrees });
      };
      const doctor = () => {
        const { deployment } = shop.open(first);
        const { release, supabase, state } = deployment;
        const site = `https://${state.siteName}.netlify.app`;
        return settingsFindings(release.root, supabase, state.ref ?? '', site, {
          file: deployment.files.secrets(),
          state,
        });
      };
      const plan = async () =>
        (await planOf(shop.open(first).deployment)).filter((line) =>
          /^(Supabase|Netlify): the (set|mail)/.test(line),
        );
      return { ...shop, remaining, edit, deploy, doctor, plan, questions };
    }

    it.each(Object.keys(optional))('is live everywhere once %s was rotated and deployed', async (name) => {
      const { edit, deploy, doctor, plan, world, questions } = await shopWith(optional);
      expect([await plan(), await doctor()]).toEqual([[], []]);
      const value = name === 'EMAIL_FROM' ? 'Shop <orders@shop.example>' : 'rotated';
      edit((lines) => lines.map((line) => (line.startsWith(`${name}=`) ? `${name}='${value}'` : line)));
      expect(await plan()).not.toEqual([]);
      // The site's own is not at Supabase.
      if (name !== 'SERVICE_WORKER') expect(await doctor()).toHaveLength(1);
      await deploy(false);
      expect([await plan(), await doctor(), questions]).toEqual([[], [], []]);
      expect(name === 'SERVICE_WORKER' ? world.variables.get(name) : world.secrets.get(name)).toBe(value);
      if (name === 'RESEND_API_KEY') expect(world.auth.smtp_pass).toBe('rotated');
      if (name === 'EMAIL_FROM') expect(world.auth.smtp_admin_email).toBe('orders@shop.example');
    });

    it('goes when its line goes and the owner agrees, and what is not ours stays', async () => {
      const { edit, deploy, doctor, plan, world, questions, remaining } = await shopWith(optional);
      expect(remaining.join()).toContain('EMAIL_FROM is an address of Resend');
      world.secrets.set('SOMEBODY_ELSES', 'x');
      edit((lines) =>
        lines.filter((line) => !Object.keys(optional).some((name) => line.startsWith(`${name}=`))),
      );
      expect(await doctor()).toEqual([expect.stringContaining('AFRICAS_TALKING_API_KEY')]);
      const kept = await deploy(false);
      expect(kept.remaining.join()).toContain('the shop still has');
      expect([world.secrets.get('CARD_GATEWAY_SECRET'), world.auth.smtp_host]).toEqual([
        'bank',
        'smtp.resend.com',
      ]);
      // No secret: it needs no question.
      expect(world.variables.has('SERVICE_WORKER')).toBe(false);
      questions.length = 0;
      await deploy(true);
      expect(questions).toHaveLength(2);
      const isThere = (name: string) => world.secrets.has(name);
      expect(Object.keys(optional).filter(isThere)).toEqual([]);
      expect([world.auth.smtp_host, isThere('SOMEBODY_ELSES')]).toEqual([null, true]);
      expect(await plan()).toEqual([]);
    });

    it('of the bank goes back to none with its line, and a file that was lost reads as changed', async () => {
      const id = '11111111-1111-4111-8111-111111111111';
      const bank = { CARD_GATEWAY_APPLICATION_ID: id, CARD_GATEWAY_TEST_APPLICATION_ID: id };
      const { edit, deploy, plan, world, files, root } = await shopWith({ ...mail, ...bank });
      edit((lines) => lines.filter((line) => !line.startsWith('CARD_GATEWAY_APPLICATION_ID=')));
      await deploy(false);
      expect(world.secrets.get('CARD_GATEWAY_APPLICATION_ID')).toBe(id);
      await deploy(true);
      expect(world.secrets.get('CARD_GATEWAY_APPLICATION_ID')).toBe(noBank);
      rmSync(join(root, '.env.production'));
      files.addSecrets(mail);
      expect(await plan()).toContain('Supabase: the mail server (smtp_pass).');
    });

    it('is not written by two folders at once', async () => {
      const { deploy, sql } = await newWorld();
      await deploy(first);
      await sql`insert into supabase_migrations.shop_deployment (deployer, until) values ('other', now() + interval '9 minutes')`;
      await expect(deploy(first)).rejects.toThrow(/^Somebody else deploys this shop now/);
      await sql`update supabase_migrations.shop_deployment set until = now() - interval '1 minute'`;
      await deploy(first);
      expect(await sql`select 1 from supabase_migrations.shop_deployment`).toEqual([]);
    });
  });

  it('with M-Pesa it registers the address of payments to the paybill once, after asking', async () => {
    const { open, files } = await newWorld();
    const { shortcode } = localMpesa;
    files.addSecrets({
      MPESA_URL: 'https://daraja.example/daraja',
      MPESA_KEY: localMpesa.key,
      MPESA_SECRET: localMpesa.secret,
      MPESA_PASSKEY: localMpesa.passkey,
      MPESA_SHORTCODE: shortcode,
    });
    const told: string[] = [];
    const safaricom = createMpesaSandbox({ post: async (url) => void told.push(url) });
    const questions: string[] = [];
    let isTaken = false;
    const opened = (answer: boolean) => {
      const { deployment } = open(first);
      const vendors = fetch;
      vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
        String(input).startsWith('https://daraja.example/')
          ? isTaken && input.endsWith('/registerurl')
            ? Promise.resolve(Response.json({ errorMessage: 'URLs are already registered' }, { status: 500 }))
            : safaricom.app.request(input, init)
          : vendors(input, init),
      );
      const agrees = (question: string) => Promise.resolve((questions.push(question), answer));
      return { ...deployment, agrees };
    };
    const notRegistered = expect.stringMatching(/^M-Pesa: the paybill’s address is not registered/) as string;
    const step = `Safaricom: the address of payments to ${shortcode}.`;
    expect((await deployShop(opened(false))).remaining).toContainEqual(notRegistered);
    expect(await planOf(opened(true))).toContain(step);
    expect((await deployShop(opened(true))).remaining).not.toContainEqual(notRegistered);
    expect(questions).toHaveLength(2);
    expect(questions[0]).toContain(shortcode);
    await safaricom.app.request('/daraja/phone/paybill', {
      method: 'POST',
      body: new URLSearchParams({ shortcode, account: 'IC1', amount: '1', phone: '254712345678' }),
    });
    const { ref } = files.state();
    await expect
      .poll(() => told)
      .toEqual([
        `https://${ref}.supabase.co/functions/v1/payment-notices/paybill/${files.secrets()?.MPESA_NOTICES_TOKEN}`,
      ]);
    expect(await planOf(opened(true))).not.toContain(step);
    expect((await deployShop(opened(true))).remaining).not.toContainEqual(notRegistered);
    expect(questions).toHaveLength(2);
    files.saveState({ ...files.state(), paybill: 'https://daraja.example/daraja 600000' });
    isTaken = true;
    expect(await planOf(opened(true))).toContain(step);
    const another = expect.stringMatching(
      /^M-Pesa: Safaricom had an address for the paybill before/,
    ) as string;
    expect((await deployShop(opened(true))).remaining).toContainEqual(another);
    expect(await planOf(opened(true))).not.toContain(step);
  });

  it.each<[string, (world: Awaited<ReturnType<typeof newWorld>>) => void, RegExp]>([
    [
      'a quota of projects',
      ({ world }) => (world.mostProjects = 0),
      /^Supabase refuses POST \/v1\/projects \(400\): .*maximum limits.* No project was made\. To answer the questions again, delete \.deploy\.json\.$/,
    ],
    [
      'a project of the same name',
      ({ world }) =>
        world.projects.push({
          ref: 'somebodyselsesprojec',
          name: 'Instruments & Current',
          organization_slug: 'shop-org',
          region: '',
          status: '',
          asked: 0,
          password: '',
        }),
      /^Supabase has a project “Instruments & Current” already: with SUPABASE_PROJECT_REF=somebodyselsesprojec/,
    ],
    [
      'a domain of another site',
      ({ files }) => files.saveState({ ...answers, domain: 'www.taken.example' }),
      /^Netlify does not take the domain www.taken.example: .*already used/,
    ],
    [
      'a site that is locked',
      ({ world }) => (world.isLocked = true),
      /^Netlify has the new site but does not publish it: unlock production/,
    ],
  ])('%s is one sentence', async (_, change, sentence) => {
    const world = await newWorld();
    change(world);
    await expect(world.deploy(first)).rejects.toThrow(sentence);
  });

  it.each(['supabase', 'netlify'] as const)('a wrong token of %s is one sentence', async (vendor) => {
    const { open, world } = await newWorld();
    const { deployment } = open(first);
    const address = vendor === 'supabase' ? 'https://api.supabase.com' : 'https://api.netlify.com/api/v1';
    const wrong = vendorApi({
      name: vendor,
      address,
      headers: { authorization: 'Bearer wrong' },
      tokenAdvice: 'make another one.',
    });
    await expect(deployShop({ ...deployment, [vendor]: wrong })).rejects.toThrow(
      `${vendor} does not accept the token: make another one.`,
    );
    expect(world.sites).toEqual([]);
  });

  it('a token of Netlify that ended is found before an upgrade changes anything', async () => {
    const { deploy, open, world, made } = await newWorld();
    await deploy(first);
    const before = [await made(), world.changes.length];
    const { deployment } = open(second);
    const netlify = vendorApi({
      name: 'Netlify',
      address: 'https://api.netlify.com/api/v1',
      tokenAdvice: 'make another one.',
      headers: { authorization: 'Bearer ended' },
    });
    await expect(deployShop({ ...deployment, netlify })).rejects.toThrow('Netlify does not accept the token');
    expect([await made(), world.changes.length]).toEqual(before);
  });

  it('a domain that Netlify refuses is not kept, and neither is that of a plan', async () => {
    const { deploy, open, files, world } = await newWorld();
    await deploy(first);
    const asked = (domain: string) => {
      const { deployment } = open(first);
      deployment.state.domain = domain;
      return deployment;
    };
    expect(await planOf(asked('www.shop.example'))).toContain('Netlify: the domain www.shop.example.');
    await expect(deployShop(asked('www.taken.example'))).rejects.toThrow(
      'Netlify does not take the domain www.taken.example: custom_domain is already used by another site. Choose another with npm run deploy -- --domain, or none with --domain none.',
    );
    expect(files.state().domain).toBe('');
    await deployShop(asked('www.shop.example'));
    expect([files.state().domain, world.sites[0]?.custom_domain]).toEqual([
      'www.shop.example',
      'www.shop.example',
    ]);
  });

  it('a site’s name that somebody has is answered with another one', async () => {
    const { deploy, world } = await newWorld();
    world.takenNames.push('any');
    await deploy(first);
    expect(world.sites).toHaveLength(1);
  });

  it('a migration that fails leaves nothing of it, and is named', async () => {
    const { deploy, sql } = await newWorld();
    const broken = {
      file: '20260103000000_third.sql',
      text: 'create table public.third (id int); select 1 / 0;',
    };
    await expect(deploy({ ...first, migrations: [...first.migrations, broken] })).rejects.toThrow(
      '20260103000000_third.sql was not applied: Failed to run sql query: division by zero. The migrations before it were; run the command again.',
    );
    expect(await sql`select to_regclass('public.third') as found`).toEqual([{ found: null }]);
  });

  it('an account that somebody registered with the owner’s address does not become an admin', async () => {
    const { deploy, sql } = await newWorld();
    await sql.unsafe(first.migrations.map(({ text }) => text).join('\n'));
    await sql`create schema supabase_migrations`;
    await sql`create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`;
    await sql`insert into supabase_migrations.schema_migrations (version) values ('20260101000000'), ('20260102000000')`;
    await sql`insert into auth.users (id, email) values (gen_random_uuid(), 'owner@shop.example')`;
    expect((await deploy(first)).remaining).toContainEqual(
      expect.stringMatching(/^owner@shop.example has an account whose address is not confirmed/),
    );
    expect(await sql`select role from public.users`).toEqual([{ role: 'customer' }]);
  });
});
