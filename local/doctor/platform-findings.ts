import { readFileSync } from 'node:fs';
import { dataApi } from '../stack/data-api.ts';

type AuthSettings = {
  site_url: string | null;
  uri_allow_list: string | null;
  smtp_host: string | null;
  rate_limit_email_sent: number | null;
  mailer_templates_recovery_content: string | null;
  security_sb_forwarded_for_enabled: boolean | null;
};

type Env = Record<string, string | undefined>;

/** Mails per hour: Supabase's default for a project with its own mail server. */
const defaultMailLimit = 30;
const guide = 'See docs/deploy.md, The platform’s own sign-in settings.';

/**
 * Checks the settings of a Supabase project that are stored neither in a file nor in the database; one sentence for each
 * problem. Does nothing without `SUPABASE_ACCESS_TOKEN`, or when `DATABASE_URL` is not a Supabase project.
 */
export async function platformFindings(env: Env): Promise<string[]> {
  const ref = projectRefOf(env.DATABASE_URL ?? '');
  const token = env.SUPABASE_ACCESS_TOKEN;
  if (!ref || !token) return [];
  const get = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`https://api.supabase.com/v1/projects/${ref}/${path}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(15_000),
    });
    if (!answer.ok) throw new Error(`Supabase answered ${answer.status}`);
    return (await answer.json()) as T;
  };
  try {
    const [auth, { db_pool: connections }] = await Promise.all([
      get<AuthSettings>('config/auth'),
      get<{ db_pool: number | null }>('postgrest'),
    ]);
    return [
      ...mailFindings(auth),
      ...addressFindings(auth, env.SITE_URL),
      ...(connections === dataApi.connections
        ? []
        : [
            `The Data API has ${connections ?? 'as many connections as the platform chose'} for ${dataApi.connections}. ${guide}`,
          ]),
    ];
  } catch (error) {
    return [
      `The settings of the project could not be read (${error instanceof Error ? error.message : String(error)}). Check that SUPABASE_ACCESS_TOKEN belongs to an account that may read them.`,
    ];
  }
}

function mailFindings(auth: AuthSettings): string[] {
  const ours = readFileSync('supabase/templates/recovery.html', 'utf8').trim();
  const mails = auth.rate_limit_email_sent ?? 0;
  return [
    ...(auth.smtp_host
      ? []
      : [`The project has no mail server: nobody but your team gets the mail for a new password. ${guide}`]),
    ...(auth.smtp_host && mails < defaultMailLimit
      ? [`At most ${mails} mails for a new password leave in an hour: Authentication → Rate Limits.`]
      : []),
    ...(auth.mailer_templates_recovery_content?.trim() === ours
      ? []
      : [
          'The mail for a new password is not the one of this folder; a link of the platform’s own is used up when a mail scanner opens it: npx supabase config push --yes.',
        ]),
  ];
}

function addressFindings(auth: AuthSettings, siteUrl?: string): string[] {
  const site = auth.site_url ?? '';
  const isRight = siteUrl ? site === new URL(siteUrl).origin : site.startsWith('https:');
  return [
    ...(isRight ? [] : [`The mail for a new password leads to ${site || 'nowhere'}: set site_url. ${guide}`]),
    ...(auth.uri_allow_list?.split(',').some((one) => one.trim() === `${site}/**`)
      ? []
      : [
          `A link of the platform’s own may not lead to ${site}/reset-password: set uri_allow_list. ${guide}`,
        ]),
    ...(auth.security_sb_forwarded_for_enabled
      ? []
      : [
          `Sign-ins of all shoppers are limited as those of one: set security_sb_forwarded_for_enabled. ${guide}`,
        ]),
  ];
}

/** Of the pooler's address or the direct one; null for any other database. */
function projectRefOf(databaseUrl: string): string | null {
  if (!URL.canParse(databaseUrl)) return null;
  const { username, hostname } = new URL(databaseUrl);
  if (!/\.supabase\.(co|com)$/.test(hostname)) return null;
  return /\.([a-z]{20})$/.exec(username)?.[1] ?? /^db\.([a-z]{20})\./.exec(hostname)?.[1] ?? null;
}
