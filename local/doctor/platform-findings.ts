import { deploymentFiles } from '../deploy/deployment-files.ts';
import { type Owner, platformDifferences } from '../deploy/platform-settings.ts';
import { settingChanges } from '../deploy/shop-settings.ts';
import { supabaseProject } from '../deploy/supabase-project.ts';
import { reasonOf, type VendorApi, vendorApi } from '../deploy/vendor-api.ts';

type Env = Record<string, string | undefined>;

/**
 * Checks the settings of a Supabase project that are stored neither in a file nor in the database; one sentence for each
 * problem. Does nothing without `SUPABASE_ACCESS_TOKEN`, or when `DATABASE_URL` is not a Supabase project.
 */
export async function platformFindings(root: string, env: Env): Promise<string[]> {
  const ref = projectRefOf(env.DATABASE_URL ?? '');
  const token = env.SUPABASE_ACCESS_TOKEN;
  if (!ref || !token) return [];
  const supabase = vendorApi({
    name: 'Supabase',
    address: 'https://api.supabase.com',
    headers: { authorization: `Bearer ${token}` },
    tokenAdvice: 'check that SUPABASE_ACCESS_TOKEN belongs to an account that may read them.',
  });
  try {
    const files = deploymentFiles(root);
    const owner = { file: files.secrets(), state: files.state() };
    const site = env.SITE_URL && new URL(env.SITE_URL).origin;
    return await settingsFindings(root, supabase, ref, site, owner.state.ref === ref ? owner : undefined);
  } catch (error) {
    return [`The settings of the project could not be read. ${reasonOf(error)}`];
  }
}

/**
 * @param site the address of the shop; without it the one that the project has is right when it is no local one
 */
export async function settingsFindings(
  root: string,
  supabase: VendorApi,
  ref: string,
  site: string | undefined,
  owner?: Owner,
): Promise<string[]> {
  const sites = site ? [site] : null;
  const { auth, api, mail, hasMail } = await platformDifferences(root, supabase, ref, sites, owner);
  const differing = owner?.file ? await differingSettings(supabase, ref, site, owner.file) : [];
  differing.push(...mail);
  return [
    ...(differing.length > 0
      ? [`Supabase: ${differing.join(', ')} are not as .env.production says: npm run deploy.`]
      : []),
    ...(hasMail
      ? []
      : [
          'The project has no mail server: nobody but your team gets the mail for a new password. Write RESEND_API_KEY and EMAIL_FROM into .env.production (docs/deploy.md, Secrets), then npm run deploy.',
        ]),
    ...[...auth, ...api].map(
      ({ setting, is, wanted }) =>
        `Supabase: ${setting} is ${shown(is)}, not ${shown(wanted)}: npm run deploy.`,
    ),
  ];
}

/** The names of the file that are live with another value, or that it has not any more. */
async function differingSettings(
  supabase: VendorApi,
  ref: string,
  site: string | undefined,
  file: Record<string, string>,
): Promise<string[]> {
  const digests = await supabaseProject(supabase, ref).settings();
  const { changed, takenOut, toUsual } = settingChanges(file, digests, site ?? '-');
  return [
    ...Object.keys(changed).filter((name) => name !== 'SITE_URL' || site !== undefined),
    ...takenOut,
    ...Object.keys(toUsual),
  ];
}

/** A value as text, shortened if it is long. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Of the pooler's address or the direct one; null for any other database. */
function projectRefOf(databaseUrl: string): string | null {
  if (!URL.canParse(databaseUrl)) return null;
  const { username, hostname } = new URL(databaseUrl);
  if (!/\.supabase\.(co|com)$/.test(hostname)) return null;
  return /\.([a-z]{20})$/.exec(username)?.[1] ?? /^db\.([a-z]{20})\./.exec(hostname)?.[1] ?? null;
}
