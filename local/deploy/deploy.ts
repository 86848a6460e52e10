import { resolve } from 'node:path';
import { awaitRelease } from '../smoke/await-release.ts';
import { smokeFindings } from '../smoke/smoke-findings.ts';
import { commandArguments } from '../stack/command-arguments.ts';
import { defaultShopDetails } from '../../supabase/functions/_shared/contract/shop-details.ts';
import { deployShop, type Deployment, planOf, releaseBefore } from './deploy-shop.ts';
import { deploymentFiles, type State } from './deployment-files.ts';
import { openQuestions } from './owner-questions.ts';
import { projectDatabase, projectQuery } from './project-database.ts';
import { isVersion } from './released-migrations.ts';
import { shopRelease } from './shop-release.ts';
import { DeployError, reasonOf, type VendorApi, vendorApi } from './vendor-api.ts';

/** `npm run deploy`: makes what is live the same as this commit, or a release. docs/deploy.md is its guide. */
const usage = `npm run deploy [-- …]
  v1.2.0              deploys this release, also an earlier one than the live one; else what is checked out
  --rollback          deploys the release that ran before the live one
  --plan              says what would change, and changes nothing
  --domain <name>     the shop's domain, e.g. www.your-shop.co.ke; none for none`;

const { positionals, values } = commandArguments(
  {
    allowPositionals: true,
    options: { plan: { type: 'boolean' }, rollback: { type: 'boolean' }, domain: { type: 'string' } },
  },
  usage,
);

const isAnswer = {
  name: (text: string) => text !== '',
  region: (text: string) => /^[a-z]{2}-[a-z]+-\d$/.test(text),
  ownerEmail: (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
  domain: (text: string) => text === '' || isDomain(text),
};

/** Stored once the vendor has accepted them. */
const typedTokens: Record<string, string> = {};
const root = resolve('.');
const files = deploymentFiles(root);
const { env } = process;
const owner = openQuestions(process.stdin, process.stdout);

const [version] = positionals;
if (positionals.length > 1 || (version !== undefined && (!isVersion(version) || values.rollback))) {
  console.error(usage);
  process.exit(2);
}
let remove = () => {};
try {
  const deployment = await openDeployment();
  const named = values.rollback ? await releaseBefore(deployment) : version && `refs/tags/${version}`;
  if (named) {
    const here = deployment.release;
    deployment.release = here.at(named);
    ({ remove } = deployment.release);
    // A later release may need what this command does not know of.
    if (!here.isAncestor(deployment.release.commit, here.commit))
      throw new DeployError(
        `${deployment.release.version} is later than what is checked out here: git pull, and run it again.`,
      );
  }
  if (values.plan) console.log((await planOf(deployment)).join('\n'));
  else {
    const { isWell, remaining } = await deployShop(deployment);
    console.log(
      remaining.length === 0 ? 'Nothing remains to be done.' : `\nWhat remains:\n- ${remaining.join('\n- ')}`,
    );
    if (!isWell) process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof DeployError ? error.message : error);
  process.exitCode = 1;
} finally {
  remove();
  owner.close();
}

async function openDeployment(): Promise<Deployment> {
  const release = shopRelease(root);
  const isNamed = values.rollback === true || version !== undefined;
  // Before the questions: whoever has answered them goes on. A release is deployed whatever lies here.
  if (!isNamed) release.refuseChanges();
  const supabase = await vendor(
    'Supabase',
    env.SUPABASE_API_URL ?? 'https://api.supabase.com',
    'SUPABASE_ACCESS_TOKEN',
    'https://supabase.com/dashboard/account/tokens',
  );
  const netlify = await vendor(
    'Netlify',
    env.NETLIFY_API_URL ?? 'https://api.netlify.com/api/v1',
    'NETLIFY_AUTH_TOKEN',
    'https://app.netlify.com/user/applications',
  );
  // What was typed wrongly is asked again.
  if (typedTokens.SUPABASE_ACCESS_TOKEN) await supabase.get('/v1/organizations');
  if (typedTokens.NETLIFY_AUTH_TOKEN) await netlify.get('/accounts');
  if (Object.keys(typedTokens).length > 0) files.addSecrets(typedTokens);
  const state = await stateOf(supabase, netlify);
  if (values.domain === 'none') state.domain = '';
  files.saveState(state);
  // A name is stored once Netlify has taken it.
  if (values.domain && values.domain !== 'none') state.domain = values.domain;
  if (state.domain && !isDomain(state.domain))
    throw new DeployError(`${state.domain} is not a domain such as www.your-shop.co.ke.`);
  const { agrees } = owner;
  return {
    release,
    isNamed,
    files,
    state,
    supabase,
    netlify,
    smoke,
    agrees,
    log: (line) => console.log(line),
  };
}

async function smoke(address: string, commit: string): Promise<string[]> {
  try {
    await awaitRelease(address, commit);
    return await smokeFindings(address);
  } catch (error) {
    return [reasonOf(error)];
  }
}

function isDomain(text: string): boolean {
  return /^([a-z0-9-]+\.)+[a-z]{2,}$/.test(text);
}

/** @param tokenName where its token is; @param page where one is made */
async function vendor(name: string, address: string, tokenName: string, page: string): Promise<VendorApi> {
  const place = env[tokenName]
    ? `set ${tokenName} in the environment to it`
    : `write it into .env.production, at ${tokenName}`;
  return vendorApi({
    name,
    address,
    headers: { authorization: `Bearer ${await token(tokenName, page)}` },
    tokenAdvice: `make one at ${page} and ${place}.`,
  });
}

/** From the environment, or from the owner's file, where it is asked once. */
async function token(name: string, page: string): Promise<string> {
  const known = env[name] ?? files.secrets()?.[name];
  if (known) return known;
  const value = await owner.askSecret(`${name}, made at ${page}`);
  if (!value) throw new DeployError(`${name} is not set: make a token at ${page}.`);
  typedTokens[name] = value;
  return value;
}

/** From this folder, or from the database of a shop that another machine deploys; else the owner is asked, once. */
async function stateOf(supabase: VendorApi, netlify: VendorApi): Promise<State> {
  const state = files.state();
  if (!state.ref && env.SUPABASE_PROJECT_REF) {
    const ref = env.SUPABASE_PROJECT_REF;
    const stored = await projectDatabase(projectQuery(supabase, ref)).state<State>();
    if (!stored?.siteId)
      throw new DeployError(
        `The project ${ref} has no finished deployment of a shop: run the command where .deploy.json is.`,
      );
    return { ...stored, ref, deployer: undefined };
  }
  state.organization ??= only(
    (await supabase.get<{ slug: string }[]>('/v1/organizations')).map(({ slug }) => slug),
    ...(['Supabase', 'organization', env.SUPABASE_ORGANIZATION, 'SUPABASE_ORGANIZATION'] as const),
  );
  state.account ??= only(
    (await netlify.get<{ slug: string }[]>('/accounts')).map(({ slug }) => slug),
    ...(['Netlify', 'account', env.NETLIFY_ACCOUNT, 'NETLIFY_ACCOUNT'] as const),
  );
  const name = await answer(state, 'name', 'Name of the project and the site', defaultShopDetails.name);
  await answer(state, 'region', 'Region of the database, which cannot be changed later', 'eu-central-1');
  await answer(state, 'ownerEmail', 'E-mail address of the owner, the first admin');
  await answer(state, 'domain', 'Domain, e.g. www.your-shop.co.ke; none for now: Enter');
  const settings = files.secrets() ?? {};
  const isNew = !state.ref && !('RESEND_API_KEY' in settings);
  if (isNew) {
    const key = await owner.askSecret('Key of Resend, which sends the mails; none for now: Enter');
    // Resend's own sender reaches only the owner's address, until there is a domain.
    const sender = state.domain ? `orders@${state.domain.replace(/^www\./, '')}` : 'onboarding@resend.dev';
    files.addSecrets({
      RESEND_API_KEY: key,
      ...(key && { EMAIL_FROM: `${name.replaceAll(/['<>]/g, '')} <${sender}>` }),
    });
    const [id, testId = id] = (
      await owner.ask(
        'The bank’s two ids (application and test application, with a space between); none for now: Enter',
        '',
      )
    ).split(/[\s,]+/);
    if (id)
      files.addSecrets({ CARD_GATEWAY_APPLICATION_ID: id, CARD_GATEWAY_TEST_APPLICATION_ID: testId ?? '' });
  }
  return state;
}

/** Asks once, until the answer is one; kept before the next question. */
async function answer(
  state: State,
  name: 'name' | 'region' | 'ownerEmail' | 'domain',
  question: string,
  usual = '',
): Promise<string> {
  let text = state[name];
  while (text === undefined || !isAnswer[name](text)) text = await owner.ask(question, usual);
  files.saveState(Object.assign(state, { [name]: text }));
  return text;
}

function only(
  found: readonly string[],
  vendor: string,
  what: string,
  chosen: string | undefined,
  setting: string,
): string {
  if (chosen && found.includes(chosen)) return chosen;
  const [first] = found;
  if (first && found.length === 1) return first;
  throw new DeployError(
    found.length === 0
      ? `The token reaches no ${what} at ${vendor}: make the token in an account that has one.`
      : `The token reaches more than one ${what} at ${vendor}: set ${setting} to one of ${found.join(', ')}.`,
  );
}
