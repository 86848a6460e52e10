import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { shopFindings } from '../doctor/database-findings.ts';
import { settingsFindings } from '../doctor/platform-findings.ts';
import {
  type MissingForJobs,
  missingForJobs,
} from '../../supabase/functions/_shared/contract/health-text.ts';
import { mpesaSettings } from '../../supabase/functions/_shared/mpesa/mpesa-settings.ts';
import { noProducts } from '../smoke/smoke-findings.ts';
import type { DeploymentFiles, State } from './deployment-files.ts';
import { createSite, hashOf, netlifySite } from './netlify-site.ts';
import { asSettings, platformDifferences } from './platform-settings.ts';
import {
  holds,
  literal,
  type ProjectDatabase,
  projectDatabase,
  projectQuery,
  type Query,
} from './project-database.ts';
import { registerPaybill } from './register-paybill.ts';
import { unusedSince } from './released-migrations.ts';
import type { ShopRelease } from './shop-release.ts';
import {
  derivedSettings,
  missingSettings,
  newSecrets,
  noBank,
  settingChanges,
  siteSettings,
  wrongSetting,
} from './shop-settings.ts';
import { createProject, projectAccounts, projectNamed, supabaseProject } from './supabase-project.ts';
import { DeployError, reasonOf, Refusal, type VendorApi } from './vendor-api.ts';

export type Deployment = {
  release: ShopRelease;
  /** Whether the owner has said which release: only then an earlier one than the live one is deployed. */
  isNamed: boolean;
  files: DeploymentFiles;
  /** With all answers. Each change is saved before the next request. */
  state: State;
  supabase: VendorApi;
  netlify: VendorApi;
  /** Tests the site of that address once it has the commit; one sentence for each problem. */
  smoke(address: string, commit: string): Promise<string[]>;
  log(line: string): void;
  /** Whether the owner agrees to what cannot be taken back; not where nobody can answer. */
  agrees(question: string): Promise<boolean>;
};

/** A part of the shop: what differs, one sentence each, and what makes it so. */
type Step = { pending: string[]; apply(): Promise<void> };

/** What every step after the first three works with. */
type Shop = {
  db: ProjectDatabase;
  query: Query;
  project: ReturnType<typeof supabaseProject>;
  site: ReturnType<typeof netlifySite>;
  /** The settings of the owner's file; null without the file, as in GitHub's runs. */
  file: Record<string, string> | null;
  /** The address of the shop. */
  address: string;
};

const firstSteps = [newProject, newSite, domain];
const laterSteps = [
  migrations,
  functionSettings,
  minuteJobs,
  signIn,
  signingKey,
  functions,
  paybill,
  siteVariables,
];

/**
 * Makes what is live the same as this folder, from nothing or from an earlier release; a run that was broken off goes on.
 * @returns what remains to be done by the owner, one sentence each
 * @throws DeployError with one sentence; a refusal before the first change says that nothing was changed
 */
export async function deployShop(deployment: Deployment): Promise<{ isWell: boolean; remaining: string[] }> {
  const { release, state, log } = deployment;
  await refuseWrongRelease(deployment);
  const before = (state.ref ? await databaseOf(deployment).releases() : []).filter(
    ({ finished }) => finished,
  );
  for (const step of firstSteps) await run(await step(deployment), log);

  const shop = await openShop(deployment);
  await shop.db.prepare();
  return alone(deployment, shop, async (claim) => {
    const remaining = await install(deployment, shop, claim);
    const problems = await smoke(deployment, shop);
    const last = before.at(-1);
    if (problems.length > 0 && last && !before.some(({ commit }) => commit === release.commit)) {
      log(problems.join('\n'));
      await goBack(deployment, shop, last.commit, claim);
    }
    await shop.db.finish(release.commit, state);
    log(`${release.version} is live at ${shop.address}.`);
    return {
      isWell: problems.length === 0,
      remaining: [
        ...problems,
        ...remaining,
        ...(await doctor(deployment, shop)),
        ...(await nextSteps(deployment, shop)),
      ],
    };
  });
}

/** Makes database, settings, functions and site those of the release. @returns what remains to be done */
async function install(deployment: Deployment, shop: Shop, claim: () => Promise<void>): Promise<string[]> {
  const { release, state, log } = deployment;
  await shop.db.start(release, state);
  const remaining: string[] = [];
  for (const step of laterSteps) {
    await claim();
    await run(await step(deployment, shop, remaining), log);
  }
  await claim();
  await publishSite(deployment, shop);
  await run(await firstAdmin(deployment, shop, remaining), log);
  return remaining;
}

/** After a test that failed: the release before is deployed. @throws DeployError always, with what is live now */
async function goBack(
  deployment: Deployment,
  shop: Shop,
  commit: string,
  claim: () => Promise<void>,
): Promise<never> {
  let remove = () => {};
  try {
    const release = deployment.release.at(commit);
    ({ remove } = release);
    const findings = await orderFindings({ ...deployment, release, isNamed: true }, shop.db);
    if (findings.length > 0) throw new DeployError(findings.join('\n'));
    await install({ ...deployment, release }, shop, claim);
    await shop.db.finish(commit, deployment.state);
  } catch (error) {
    throw new DeployError(
      `The new release did not pass the test, and is live, at least in part: the one before could not be deployed. ${reasonOf(error)}`,
      { cause: error },
    );
  } finally {
    remove();
  }
  throw new DeployError(
    'The new release did not pass the test, so functions and site are those of the release before. The migrations stay.',
  );
}

/** Runs the work; other folders are refused meanwhile. @throws DeployError when another folder deploys now */
async function alone<T>(
  { files, state }: Deployment,
  { db }: Shop,
  work: (claim: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const deployer = state.deployer ?? randomUUID();
  if (!state.deployer) save(files, state, { deployer });
  const claim = () => db.claim(deployer);
  await claim();
  try {
    return await work(claim);
  } finally {
    await db.release(deployer).catch(() => undefined);
  }
}

/** What `deployShop` would change, one sentence each; changes nothing. */
export async function planOf(deployment: Deployment): Promise<string[]> {
  const { state } = deployment;
  await refuseWrongRelease(deployment);
  const first = await Promise.all(firstSteps.map(async (step) => step(deployment)));
  const changes = first.flatMap(({ pending }) => pending);
  if (!state.ref || !state.siteId)
    return [
      ...changes,
      `Then ${deployment.release.migrations.length} migrations, settings, functions, jobs, the site and the first admin.`,
    ];
  const shop = await openShop(deployment);
  const rest = await Promise.all([...laterSteps, firstAdmin].map((step) => step(deployment, shop, [])));
  return [
    ...changes,
    ...rest.flatMap(({ pending }) => pending),
    'Netlify: the site is built, and published when it differs from the live one.',
  ];
}

/**
 * What `--rollback` deploys: the last finished release before the live one; if a way back was broken off, the release that
 * it was to deploy; without such a release in the shop's database, the tag before. Never a release that was taken back.
 * @throws DeployError when no release comes before
 */
export async function releaseBefore(deployment: Deployment): Promise<string> {
  const { release, state } = deployment;
  const rows = state.ref ? await databaseOf(deployment).releases() : [];
  const live = rows.at(-1);
  if (!live) throw new DeployError('Nothing is deployed yet.');
  const others = rows.filter(({ commit }) => commit !== live.commit);
  const last = others.at(-1);
  if (!live.finished && last && release.isAncestor(live.commit, last.commit)) return live.commit;
  const before = others.findLast(
    ({ finished, commit }) => finished && release.isAncestor(commit, live.commit),
  );
  const found = before?.commit ?? release.tagBefore(live.commit);
  if (!found) throw new DeployError(`No release comes before ${live.version}; nothing was changed.`);
  return found;
}

async function run(step: Step, log: (line: string) => void): Promise<void> {
  if (step.pending.length === 0) return;
  log(step.pending.join('\n'));
  await step.apply();
}

/** What is found before the first change ends the command. */
async function refuseWrongRelease(deployment: Deployment): Promise<void> {
  const { release, state, files, supabase, netlify } = deployment;
  const findings = await release.findings();
  const file = files.secrets() ?? {};
  let names: string[] = [];
  if (state.ref) {
    const project = supabaseProject(supabase, state.ref);
    await project.ready();
    const db = databaseOf(deployment);
    findings.push(...(await orderFindings(deployment, db)));
    // Without those that the owner has taken out: what needs them is found here.
    const digests = await project.settings();
    const { takenOut } = settingChanges(files.secrets(), digests, '-');
    names = [...digests.keys()].filter((name) => !takenOut.includes(name));
    // Without the file nothing is made by chance: nobody would have a copy of it.
    const made =
      files.secrets() || (await db.releases()).length === 0
        ? { ...newSecrets(file, names), ...derivedSettings('-') }
        : {};
    findings.push(
      ...missingSettings({ ...file, ...made }, names).map(
        (name) =>
          `The setting ${name} is missing: write it into .env.production (docs/deploy.md, Secrets), and run the command there.`,
      ),
    );
  }
  const wrong = wrongSetting({ ...derivedSettings('-'), ...file }, file, names);
  if (wrong) findings.push(wrong);
  if (findings.length > 0) throw new DeployError(`${findings.join('\n')}\nNothing was changed.`);
  // An upgrade that finds its token refused at the last step has new functions and old pages.
  if (state.siteId) await netlifySite(netlify, state).get();
}

/**
 * What forbids this release after those that were deployed. An earlier one may follow a later one when the database has all
 * of its migrations, and none of those after them takes away what it uses.
 */
async function orderFindings({ release, isNamed }: Deployment, db: ProjectDatabase): Promise<string[]> {
  const rows = await db.releases();
  const live = rows.at(-1);
  const { commit, version } = release;
  if (live && !release.isAncestor(live.commit, commit)) {
    if (!release.isAncestor(commit, live.commit))
      return [
        `Live is ${live.version}, of which ${version} is neither an earlier nor a later release here: git fetch --tags, and deploy one of its history.`,
      ];
    if (!isNamed)
      return [
        `Live is ${live.version}, and ${version} comes before it: to go back, name a release (npm run deploy -- v1.2.0), or the one before with npm run deploy -- --rollback.`,
      ];
  }
  const { missing, changed, others } = await db.compare(release.migrations);
  const isPassed = rows.some((row) => row.commit !== commit && release.isAncestor(commit, row.commit));
  const strange = isPassed && missing.length === 0 ? [] : others;
  const takesFrom = (text: string | null, of: string) => {
    const since = unusedSince(text ?? '');
    return since !== undefined && !release.isAncestor(since, of);
  };
  return [
    ...[...changed, ...strange.map(({ file }) => `${file} was applied and is not here`)].map(
      (one) => `${one} (the shop's database): restore that file, and write a new migration.`,
    ),
    ...others
      .filter(({ text }) => takesFrom(text, commit))
      .map(({ file }) => `${file} has taken away what ${version} needs: it cannot run any more.`),
    ...missing
      .filter(({ text }) => live && takesFrom(text, live.commit))
      .map(
        ({ file, text }) =>
          `${file} takes away what ${live?.version} needs: deploy ${unusedSince(text)} first, and this release after it.`,
      ),
  ];
}

function newProject({ state, files, supabase }: Deployment): Step {
  return {
    pending: state.ref ? [] : [`Supabase: a new project “${state.name}” in ${state.region}.`],
    apply: async () => {
      const other = state.projectAsked
        ? undefined
        : await projectNamed(supabase, state.organization, state.name);
      if (other)
        throw new DeployError(
          `Supabase has a project “${state.name}” already: with SUPABASE_PROJECT_REF=${other.ref} the command goes on with it, or delete .deploy.json and choose another name. Nothing was changed.`,
        );
      const password = files.secrets()?.SUPABASE_DB_PASSWORD ?? randomBytes(24).toString('hex');
      if (!files.secrets()?.SUPABASE_DB_PASSWORD) files.addSecrets({ SUPABASE_DB_PASSWORD: password });
      save(files, state, { projectAsked: true });
      const ref = await createProject(supabase, state, password).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        throw new DeployError(
          `${error.message} No project was made. To answer the questions again, delete .deploy.json.`,
        );
      });
      save(files, state, { ref });
      await supabaseProject(supabase, state.ref ?? '').ready();
    },
  };
}

function newSite({ state, files, netlify }: Deployment): Step {
  const base = (state.name ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return {
    pending: state.siteId ? [] : ['Netlify: a new site.'],
    apply: async () => {
      for (let tries = 0; tries < 3 && !state.siteId; tries += 1) {
        // Names are taken world-wide. Ours is stored before it is asked for, so that it is asked for once.
        if (!state.siteName || tries > 0)
          save(files, state, { siteName: `${base}-${randomInt(0x1000, 0x10000).toString(16)}` });
        save(files, state, { siteId: await createSite(netlify, state.account ?? '', state.siteName ?? '') });
      }
      if (!state.siteId)
        throw new DeployError(`Netlify takes no name like ${state.siteName}: run the command again.`);
    },
  };
}

async function domain({ state, files, netlify }: Deployment): Promise<Step> {
  const is = state.domain && state.siteId && (await netlifySite(netlify, state).get()).custom_domain;
  return {
    pending: is === state.domain ? [] : [`Netlify: the domain ${state.domain}.`],
    apply: async () => {
      await netlifySite(netlify, state).setDomain(state.domain ?? '');
      save(files, state, {});
    },
  };
}

async function openShop(deployment: Deployment): Promise<Shop> {
  const { state, supabase, netlify, files } = deployment;
  const site = netlifySite(netlify, state);
  const hasDomain = Boolean(state.domain) && (await site.hasCertificate());
  const query = projectQuery(supabase, state.ref ?? '');
  return {
    query,
    db: projectDatabase(query),
    project: supabaseProject(supabase, state.ref ?? ''),
    site,
    file: files.secrets(),
    address: hasDomain ? `https://${state.domain}` : `https://${state.siteName}.netlify.app`,
  };
}

async function migrations({ release }: Deployment, { db }: Shop): Promise<Step> {
  const { missing } = await db.compare(release.migrations);
  return {
    pending: missing.map(({ file }) => `Database: ${file}`),
    apply: async () => {
      for (const migration of missing)
        await db.apply(migration, migration === missing.at(-1) ? release.texts() : '');
    },
  };
}

async function functionSettings(
  { files, agrees }: Deployment,
  shop: Shop,
  remaining: string[],
): Promise<Step> {
  const { made, changed, takenOut, toUsual } = settingChanges(
    shop.file,
    await shop.project.settings(),
    shop.address,
  );
  const gone = [...takenOut, ...Object.keys(toUsual)];
  return {
    pending: [
      ...(Object.keys(changed).length === 0
        ? []
        : [`Supabase: the settings ${Object.keys(changed).join(', ')}.`]),
      ...(gone.length === 0
        ? []
        : [`Supabase: the settings ${gone.join(', ')} are taken away, once you agree.`]),
    ],
    apply: async () => {
      // Into the file first: what is set at Supabase cannot be read back.
      const kept = Object.entries(made).filter(([name]) => name !== 'SITE_URL');
      if (kept.length > 0) files.addSecrets(Object.fromEntries(kept));
      shop.file = files.secrets();
      if (Object.keys(changed).length > 0) await shop.project.setSettings(changed);
      if (gone.length === 0) return;
      if (!(await agrees(`.env.production has no ${gone.join(', ')}: take that away from the shop`))) {
        remaining.push(
          `Settings: the shop still has ${gone.join(', ')}, which .env.production has not: write the lines again, or npm run deploy and agree.`,
        );
        return;
      }
      if (takenOut.length > 0) await shop.project.removeSettings(takenOut);
      if (Object.keys(toUsual).length > 0) await shop.project.setSettings(toUsual);
    },
  };
}

async function minuteJobs({ state }: Deployment, shop: Shop, remaining: string[]): Promise<Step> {
  const wanted: [name: string, value: string | undefined][] = [
    ['project_url', `https://${state.ref}.supabase.co`],
    ['reconcile_key', shop.file?.RECONCILE_KEY],
  ];
  const hasVault = await holds(shop.query, `to_regclass('vault.decrypted_secrets') is not null`);
  const stored = hasVault
    ? await shop.query<{ name: string; value: string }>(
        `select name, decrypted_secret as value from vault.decrypted_secrets where name in ('project_url', 'reconcile_key')`,
      )
    : [];
  const changed = wanted.filter(
    ([name, value]) => value && stored.find((one) => one.name === name)?.value !== value,
  );
  return {
    // Scheduled at each deployment, so that a lost job does not stay lost.
    pending: [
      ...changed.map(([name]) => `Vault: the value ${name}.`),
      'Database: the minute jobs are scheduled.',
    ],
    apply: async () => {
      for (const [name, value] of changed)
        await shop.query(`do $vault$ begin
          if exists (select from vault.secrets where name = ${literal(name)}) then
            perform vault.update_secret((select id from vault.secrets where name = ${literal(name)}), ${literal(value ?? '')});
          else
            perform vault.create_secret(${literal(value ?? '')}, ${literal(name)});
          end if;
        end $vault$`);
      const [row] = await shop.query<{ missing: MissingForJobs[] }>(
        'select public.schedule_jobs() as missing',
      );
      remaining.push(...(row?.missing ?? []).map((key) => missingForJobs[key]));
    },
  };
}

async function signIn(
  { release: { root }, state, supabase, files, agrees }: Deployment,
  shop: Shop,
  remaining: string[],
): Promise<Step> {
  const sites = [...new Set([shop.address, `https://${state.siteName}.netlify.app`])];
  const owner = { file: shop.file, state };
  const differences = () => platformDifferences(root, supabase, state.ref ?? '', sites, owner);
  const isOfMail = ({ setting }: { setting: string }) =>
    /^(mailer_(subjects|templates)|rate_limit_email|smtp_max)/.test(setting);
  const { auth, api, mail, server, hasMail } = await differences();
  const isServerGone =
    shop.file !== null && !shop.file.RESEND_API_KEY && hasMail && state.mailKey !== undefined;
  return {
    pending: [
      ...[...auth, ...api].map(({ setting }) => `Supabase: the setting ${setting}.`),
      ...(mail.length > 0 ? [`Supabase: the mail server (${mail.join(', ')}).`] : []),
      ...(isServerGone ? ['Supabase: the mail server is taken away, once you agree.'] : []),
    ],
    apply: async () => {
      const plain = auth.filter((difference) => !isOfMail(difference));
      if (plain.length > 0) await shop.project.change('config/auth', asSettings(plain));
      if (api.length > 0) await shop.project.change('postgrest', asSettings(api));
      if (server && mail.length > 0) {
        await shop.project.change('config/auth', server.settings);
        save(files, state, { mailKey: server.key });
      }
      if (
        isServerGone &&
        (await agrees('.env.production has no RESEND_API_KEY: take the mail server away'))
      ) {
        await shop.project.change('config/auth', { smtp_host: null, smtp_user: null, smtp_pass: null });
        save(files, state, { mailKey: undefined });
      }
      const ofMail = (await differences()).auth.filter(isOfMail);
      if (ofMail.length === 0) return;
      try {
        await shop.project.change('config/auth', asSettings(ofMail));
      } catch (error) {
        // One plan refuses a mail of one's own: the platform's serves until then.
        if (!(error instanceof Refusal) || ![400, 402].includes(error.status)) throw error;
        remaining.push(`The mail for a new password is the platform's own: ${error.reason}`);
      }
    },
  };
}

async function signingKey(_: Deployment, { project }: Shop): Promise<Step> {
  const makeKey = await project.signingKey();
  return {
    pending: makeKey ? ['Supabase: a signing key (ES256).'] : [],
    apply: async () => makeKey?.(),
  };
}

async function functions({ release }: Deployment, { project }: Shop): Promise<Step> {
  const bundles = await release.functions();
  const others = await project.otherFunctions(bundles);
  return {
    pending: others.map((name) => `Supabase: the function ${name}.`),
    apply: async () => {
      for (const name of others) await project.deployFunction(name, bundles.get(name) ?? '');
    },
  };
}

/** The address at which Safaricom tells of payments to the paybill: that of the functions, which never changes. */
async function paybill(
  { files, state, agrees, log }: Deployment,
  shop: Shop,
  remaining: string[],
): Promise<Step> {
  const { mpesa, paybill, isKnown } = paybillOf(state, shop);
  return {
    pending: mpesa && !isKnown ? [`Safaricom: the address of payments to ${mpesa.shortcode}.`] : [],
    apply: async () => {
      const question = `Register the functions’ address for payments to ${mpesa?.shortcode}? Safaricom keeps it for ever`;
      if (!mpesa || !(await agrees(question))) return;
      const answer = await registerPaybill(mpesa);
      if (answer.status === 'refused') return log(`Safaricom does not register it: ${answer.reason}`);
      save(files, state, { paybill });
      if (answer.status === 'already')
        remaining.push(
          'M-Pesa: Safaricom had an address for the paybill before. Pay KES 1 to it: if Dashboard → Transactions does not show that, ask Safaricom to delete the address, delete "paybill" in .deploy.json, and run the command again.',
        );
    },
  };
}

/** What Safaricom has to register, and whether it has; nothing without the owner's file. */
function paybillOf(state: State, { file }: Shop) {
  const hosted = { ...file, SUPABASE_URL: `https://${state.ref}.supabase.co` };
  const mpesa = file?.MPESA_NOTICES_TOKEN ? mpesaSettings(new Map(Object.entries(hosted))) : null;
  const paybill = mpesa ? `${mpesa.url} ${mpesa.shortcode}` : state.paybill;
  return { mpesa, paybill, isKnown: paybill !== undefined && paybill === state.paybill };
}

/** What the edge proxy reads, and what a build on another machine must know. */
async function siteVariables({ state }: Deployment, shop: Shop): Promise<Step> {
  const stored = await shop.site.settings();
  const wanted = {
    SITE_URL: shop.address,
    FUNCTIONS_REGION: state.region,
    FUNCTIONS_URL: `https://${state.ref}.supabase.co/functions/v1`,
    EDGE_PROXY_SECRET: shop.file?.EDGE_PROXY_SECRET,
    CARD_GATEWAY_ORIGINS: shop.file?.CARD_GATEWAY_URL && new URL(shop.file.CARD_GATEWAY_URL).origin,
    ...Object.fromEntries(
      siteSettings.filter((name) => shop.file?.[name]).map((name) => [name, shop.file?.[name]]),
    ),
  };
  const changed = Object.entries(wanted).filter(([name, value]) => value && stored[name] !== value);
  const isWanted = (name: string) => Boolean(wanted[name as keyof typeof wanted]);
  const takenOut = shop.file ? siteSettings.filter((name) => name in stored && !isWanted(name)) : [];
  return {
    pending: [
      ...changed.map(([name]) => `Netlify: the setting ${name}.`),
      ...takenOut.map((name) => `Netlify: the setting ${name} is taken away.`),
    ],
    apply: async () => {
      for (const [name, value] of changed) await shop.site.setVariable(name, value ?? '', !(name in stored));
      for (const name of takenOut) await shop.site.removeVariable(name);
    },
  };
}

/** Makes a new deploy only when something differs from earlier ones. */
async function publishSite({ release, log }: Deployment, shop: Shop): Promise<void> {
  const stored = await shop.site.settings();
  const settings = {
    ...(Object.fromEntries(Object.entries(stored).filter(([, value]) => value)) as Record<string, string>),
    CONTEXT: 'production',
    COMMIT_REF: release.commit,
    EMPTY_SHOP: (await hasProducts(shop)) ? '' : 'on',
  };
  log('The site is built.');
  const built = await release.site(settings);
  // The edge proxy reads the settings of its deploy, so other settings are another site.
  const parts = [...built.files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, body]) => `${path} ${hashOf('sha1', body)}`);
  const title = `${release.commit.slice(0, 12)} ${hashOf('sha256', JSON.stringify([parts, Object.entries(settings).sort()])).slice(0, 16)}`;
  log('Netlify: the site is published.');
  await shop.site.publish(title, built);
}

const hasProducts = ({ query }: Shop) => holds(query, 'exists (select from public.products)');

/** Whether a monitor has ever asked with its key. */
const isMonitored = ({ query }: Shop) =>
  holds(query, `exists (select from private.heartbeats where job = 'monitor')`);

/** The owner's account, whose password is chosen with a link, and its role. */
async function firstAdmin({ state, files }: Deployment, shop: Shop, remaining: string[]): Promise<Step> {
  const hasSignedIn = await holds(
    shop.query,
    `exists (
      select from public.users p join auth.users a on a.id = p.id where p.role = 'admin' and a.last_sign_in_at is not null
    )`,
  );
  return {
    pending: hasSignedIn ? [] : [`The admin ${state.ownerEmail}.`],
    apply: async () => {
      const email = (state.ownerEmail ?? '').toLowerCase();
      if (!state.adminId) save(files, state, { adminId: randomUUID() });
      const accounts = projectAccounts(state.ref ?? '', await shop.project.secretKey());
      await accounts.create(state.adminId ?? '', email).catch((error: unknown) => {
        // It exists, perhaps since a reply that was lost.
        if (!(error instanceof Refusal) || error.status !== 422) throw error;
      });
      // Only the account made here, or one whose owner has opened a mail to that address: anybody can register with it.
      const made = await shop.query<{ id: string }>(`
        update public.users set role = 'admin', email_confirmed_at = coalesce(email_confirmed_at, now())
        where email = ${literal(email)} and (id = ${literal(state.adminId ?? '')} or email_confirmed_at is not null)
        returning id::text`);
      if (made.length === 0) {
        remaining.push(
          `${email} has an account whose address is not confirmed: open the link in its mail, then npm run shop -- make-admin ${email}.`,
        );
        return;
      }
      remaining.push(
        `Choose your password, within an hour: ${await accounts.passwordLink(email, shop.address)}`,
      );
    },
  };
}

async function smoke({ smoke: findingsOf, release }: Deployment, shop: Shop): Promise<string[]> {
  const findings = await findingsOf(shop.address, release.commit);
  // A new shop has none: that is its owner's next step.
  return (await hasProducts(shop)) ? findings : findings.filter((finding) => finding !== noProducts);
}

/** The shop is live already, so a check that fails is a finding: the rest of the list is still told. */
async function doctor({ release: { root }, state, supabase }: Deployment, shop: Shop): Promise<string[]> {
  const checks = await Promise.allSettled([
    shopFindings(shop.query, true),
    settingsFindings(root, supabase, state.ref ?? '', shop.address, { file: shop.file, state }),
  ]);
  return checks.flatMap((check) =>
    check.status === 'fulfilled' ? check.value : [`A check did not finish: ${reasonOf(check.reason)}`],
  );
}

/** What only the owner can do, each with its next step. */
async function nextSteps({ state }: Deployment, shop: Shop): Promise<string[]> {
  const names = [...(await shop.project.settings()).keys()];
  const { file } = shop;
  const onDomain = shop.address === `https://${state.domain}`;
  return [
    ...(file
      ? []
      : [
          '.env.production is not here: docs/deploy.md, Secrets, says what must be made anew when it is lost.',
        ]),
    ...(/@resend\.dev\b/.test(file?.EMAIL_FROM ?? '')
      ? [
          'Mail: EMAIL_FROM is an address of Resend, which reaches nobody but you: verify your domain there, write orders@your-domain, then npm run deploy.',
        ]
      : []),
    ...(state.domain ? [] : ['Domain: buy one, then npm run deploy -- --domain www.your-shop.co.ke.']),
    ...(state.domain && !onDomain
      ? [
          `Domain: enter at the registrar of ${state.domain} a CNAME to ${state.siteName}.netlify.app; when it is known (up to a day), npm run deploy.`,
        ]
      : []),
    ...(file?.CARD_GATEWAY_APPLICATION_ID === noBank
      ? [
          'Bank: its ids into .env.production (docs/deploy.md, The bank), then npm run deploy. Until then nobody can pay.',
        ]
      : file?.CARD_GATEWAY_MODE === 'test'
        ? ['Bank: payments are tests until CARD_GATEWAY_MODE is live (docs/deploy.md, The bank).']
        : []),
    ...(names.includes('MPESA_KEY') && !paybillOf(state, shop).isKnown
      ? [
          'M-Pesa: the paybill’s address is not registered, so nobody tells the shop of payments to it (docs/deploy.md, M-Pesa): npm run deploy, and agree.',
        ]
      : []),
    ...(names.includes('AFRICAS_TALKING_API_KEY')
      ? []
      : ['SMS, optional: request a sender id; it takes weeks (docs/deploy.md, Secrets).']),
    ...((await isMonitored(shop))
      ? []
      : [
          `Monitor: in the repository on GitHub, set the secret HEALTH_KEY (.env.production has it) and the variable SHOP_URL to ${shop.address}: the workflow monitor asks every quarter of an hour, and GitHub mails you when the shop is not well.`,
        ]),
    ...((await hasProducts(shop))
      ? []
      : ['Products: enter them under Dashboard → Products, then npm run deploy.']),
  ];
}

const databaseOf = ({ supabase, state }: Deployment) =>
  projectDatabase(projectQuery(supabase, state.ref ?? ''));

/** Keeps what was made before anything else happens. */
function save(files: DeploymentFiles, state: State, change: State): void {
  Object.assign(state, change);
  files.saveState(state);
}
