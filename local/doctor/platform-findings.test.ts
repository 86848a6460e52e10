import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { platformDifferences } from '../deploy/platform-settings.ts';
import { vendorApi } from '../deploy/vendor-api.ts';
import { platformFindings } from './platform-findings.ts';

const ref = 'abcdefghijklmnopqrst';
const site = 'https://www.shop.example';
const env = {
  DATABASE_URL: `postgresql://postgres.${ref}:secret@aws-0-eu-central-1.pooler.supabase.com:5432/postgres`,
  SUPABASE_ACCESS_TOKEN: 'sbp_token',
  SITE_URL: site,
};
const good = {
  auth: {
    site_url: site,
    uri_allow_list: `https://shop.netlify.app/**, ${site}/**`,
    smtp_host: 'smtp.resend.com',
    disable_signup: false,
    external_email_enabled: true,
    mailer_autoconfirm: true,
    mailer_otp_exp: 3600,
    jwt_exp: 3600,
    refresh_token_rotation_enabled: true,
    security_refresh_token_reuse_interval: 10,
    password_min_length: 6,
    security_update_password_require_reauthentication: true,
    rate_limit_email_sent: 30,
    smtp_max_frequency: 1,
    mailer_subjects_recovery: 'Choose a new password',
    mailer_templates_recovery_content: readFileSync('supabase/templates/recovery.html', 'utf8').trim(),
    security_sb_forwarded_for_enabled: true,
    rate_limit_token_refresh: 1800,
    mfa_totp_enroll_enabled: false,
    mfa_totp_verify_enabled: false,
  },
  api: {
    db_schema: 'public',
    db_extra_search_path: 'public,extensions',
    max_rows: 1000,
    db_pool: 20 as number | null,
  },
};

/** Fakes the Management API; returns the requests. */
function project({
  auth = {},
  api = good.api,
  status = 200,
}: { auth?: object; api?: object; status?: number } = {}) {
  const requests: string[] = [];
  vi.stubGlobal('fetch', (url: string, { headers }: { headers: Record<string, string> }) => {
    requests.push(`${url} ${headers.authorization}`);
    const body = url.endsWith('/postgrest') ? api : { ...good.auth, ...auth };
    return Promise.resolve(Response.json(body, { status }));
  });
  return requests;
}

const findingsOf = (changes: Record<string, string | undefined> = {}) =>
  platformFindings('.', { ...env, ...changes });

test('a project that is set up by the deployment has no findings', async () => {
  const requests = project();
  expect(await findingsOf()).toEqual([]);
  const at = `https://api.supabase.com/v1/projects/${ref}`;
  expect(requests).toEqual([`${at}/config/auth Bearer sbp_token`, `${at}/postgrest Bearer sbp_token`]);
  const direct = `postgresql://postgres:secret@db.${ref}.supabase.co:5432/postgres`;
  expect(await findingsOf({ DATABASE_URL: direct })).toEqual([]);
  expect(requests).toHaveLength(4);
});

test.each([
  ['no mail server', { smtp_host: null, rate_limit_email_sent: 2 }, /no mail server: nobody but your team/],
  [
    'few mails',
    { rate_limit_email_sent: 2 },
    /^Supabase: rate_limit_email_sent is 2, not 30: npm run deploy/,
  ],
  ['a second mail that never goes out', { smtp_max_frequency: 60 }, /smtp_max_frequency is 60, not 1/],
  [
    'another mail',
    { mailer_templates_recovery_content: '<a>' },
    /mailer_templates_recovery_content is "<a>"/,
  ],
  ['another address', { site_url: 'http://localhost:3000' }, /site_url is "http:\/\/localhost:3000", not/],
  ['no way back', { uri_allow_list: '' }, /uri_allow_list is "", not "https:\/\/www.shop.example\/\*\*"/],
  [
    'one limit for all',
    { security_sb_forwarded_for_enabled: false },
    /security_sb_forwarded_for_enabled is false/,
  ],
  [
    'the sign-ins of one household for a mobile network',
    { rate_limit_token_refresh: 150 },
    /rate_limit_token_refresh is 150, not 1800/,
  ],
  ['confirmations at the platform', { mailer_autoconfirm: false }, /mailer_autoconfirm is false, not true/],
])('%s is one finding', async (_, auth, sentence) => {
  project({ auth });
  expect(await findingsOf()).toEqual([expect.stringMatching(sentence)]);
});

test('a Data API with another number of connections is one finding', async () => {
  project({ api: { ...good.api, db_pool: null } });
  expect(await findingsOf()).toEqual(['Supabase: db_pool is null, not 20: npm run deploy.']);
});

test('without the address of the shop that of the project is right', async () => {
  project();
  expect(await findingsOf({ SITE_URL: undefined })).toEqual([]);
});

test('what differs is told with the value that it needs', async () => {
  project({ auth: { jwt_exp: 60 } });
  const supabase = vendorApi({
    name: 'Supabase',
    address: 'https://api.supabase.com',
    headers: {},
    tokenAdvice: '',
  });
  expect(await platformDifferences('.', supabase, ref, [site])).toEqual({
    auth: [{ setting: 'jwt_exp', is: 60, wanted: 3600 }],
    api: [],
    mail: [],
    server: null,
    hasMail: true,
  });
});

test('a token that is not accepted is one finding', async () => {
  project({ status: 401 });
  expect(await findingsOf()).toEqual([
    expect.stringMatching(/could not be read\. Supabase does not accept the token/),
  ]);
});

test('nothing is requested without a token, or for a database that is not Supabase’s', async () => {
  const requests = project();
  expect(await findingsOf({ SUPABASE_ACCESS_TOKEN: undefined })).toEqual([]);
  for (const DATABASE_URL of [
    '',
    'postgres://postgres:x@127.0.0.1:5432/postgres',
    `postgres://postgres.${ref}:x@db.example/postgres`,
  ])
    expect(await findingsOf({ DATABASE_URL })).toEqual([]);
  expect(requests).toEqual([]);
});
