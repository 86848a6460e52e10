import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataApi } from '../stack/data-api.ts';
import type { State } from './deployment-files.ts';
import { hashOfSecret } from './shop-settings.ts';
import type { VendorApi } from './vendor-api.ts';

type Settings = Record<string, unknown>;

/** A setting of the project that is not as the shop needs it. */
type Difference = { setting: string; is: unknown; wanted: unknown };

/** The mail for a new password, here and in a hosted project. */
export const recoveryMail = {
  subject: 'Choose a new password',
  content_path: 'supabase/templates/recovery.html',
};

/** With the mail server that sends them, mails for a new password in an hour. */
const mailsPerHour = 30;

/** Settings of the Data API: eight orders at once leave twelve connections for everybody else. */
const apiSettings: Settings = {
  db_schema: 'public',
  db_extra_search_path: 'public,extensions',
  max_rows: dataApi.maxRows,
  db_pool: dataApi.connections,
};

/**
 * Settings of sign-in, named as in the platform's API.
 * @param sites addresses of the shop, the one of its mails first
 * @param hasMail whether the project has a mail server: without it the platform refuses a template
 */
export function authSettings(root: string, sites: readonly string[], hasMail: boolean): Settings {
  return {
    site_url: sites[0],
    uri_allow_list: sites.map((site) => `${site}/**`).join(','),
    disable_signup: false,
    external_email_enabled: true,
    // The shop confirms addresses itself; with the platform's way nobody could register.
    mailer_autoconfirm: true,
    mailer_otp_exp: 3600,
    jwt_exp: 3600,
    refresh_token_rotation_enabled: true,
    security_refresh_token_reuse_interval: 10,
    // The specification's minimum.
    password_min_length: 6,
    // An admin's browser holds the token of a sign-in that may be weeks old: it changes no password.
    security_update_password_require_reauthentication: true,
    // The shop's own second factor is the one that counts.
    mfa_totp_enroll_enabled: false,
    mfa_totp_verify_enabled: false,
    // Otherwise the sign-ins of all shoppers are limited as those of one.
    security_sb_forwarded_for_enabled: true,
    // In five minutes, of one address: sign-ins with a password, and renewals of everybody who is signed in. A mobile
    // network shows its shoppers as one address; the shop itself limits guesses (private.rate_limits).
    rate_limit_token_refresh: 1800,
    ...(hasMail && {
      rate_limit_email_sent: mailsPerHour,
      // Seconds between two mails to one person. The shop's own limit counts (private.rate_limits): with the platform's
      // minute a second one would be answered as sent, and never go out.
      smtp_max_frequency: 1,
      mailer_subjects_recovery: recoveryMail.subject,
      mailer_templates_recovery_content: readFileSync(join(root, recoveryMail.content_path), 'utf8'),
    }),
  };
}

/** The files of the deployment; nothing of them where they are not. */
export type Owner = { file: Record<string, string> | null; state: State };

/**
 * The mail server of the owner's key, as the platform's API wants it, and the hash of that key, which is not told again.
 * Null without a key.
 */
function mailServer({ file, state }: Owner): { settings: Settings; key: string } | null {
  const { RESEND_API_KEY: key, EMAIL_FROM: from } = file ?? {};
  if (!file || !key || !from) return null;
  return {
    settings: {
      smtp_host: 'smtp.resend.com',
      smtp_port: '465',
      smtp_user: 'resend',
      smtp_pass: key,
      smtp_admin_email: /<([^>]+)>/.exec(from)?.[1] ?? from,
      smtp_sender_name: state.name ?? '',
    },
    key: hashOfSecret(file, key),
  };
}

/**
 * What is not as it must be.
 * @param sites as above; null takes the address that the project has
 * @returns also the names of what differs of the mail server, and that server
 */
export async function platformDifferences(
  root: string,
  supabase: VendorApi,
  ref: string,
  sites: readonly string[] | null,
  owner: Owner = { file: null, state: {} },
) {
  const project = `/v1/projects/${ref}`;
  const [auth, api] = await Promise.all([
    supabase.get<Settings>(`${project}/config/auth`),
    supabase.get<Settings>(`${project}/postgrest`),
  ]);
  const hasMail = Boolean(auth.smtp_host);
  const wanted = authSettings(root, sites ?? [String(auth.site_url)], hasMail);
  if (sites === null) delete wanted.uri_allow_list;
  const server = mailServer(owner);
  const { smtp_pass: _, ...told } = server?.settings ?? {};
  const mail = differences(auth, told).map(({ setting }) => setting);
  if (server && server.key !== owner.state.mailKey) mail.push('smtp_pass');
  return {
    auth: differences(auth, wanted),
    api: differences(api, apiSettings),
    mail,
    server,
    hasMail,
  };
}

function differences(is: Settings, wanted: Settings): Difference[] {
  return Object.keys(wanted)
    .filter((setting) => !isAsWanted(setting, is[setting], wanted[setting]))
    .map((setting) => ({ setting, is: is[setting], wanted: wanted[setting] }));
}

/** A template's end may be trimmed; the list of addresses may have others too. */
function isAsWanted(setting: string, is: unknown, wanted: unknown): boolean {
  const text = typeof is === 'string' ? is : '';
  if (setting.endsWith('_content')) return text.trim() === String(wanted).trim();
  if (setting !== 'uri_allow_list') return (is ?? null) === wanted;
  const listed = text.split(',').map((one) => one.trim());
  return String(wanted)
    .split(',')
    .every((one) => listed.includes(one));
}

export const asSettings = (found: readonly Difference[]): Settings =>
  Object.fromEntries(found.map(({ setting, wanted }) => [setting, wanted]));
