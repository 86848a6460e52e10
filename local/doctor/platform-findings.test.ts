import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
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
    uri_allow_list: `${site}/**`,
    smtp_host: 'smtp.resend.com',
    rate_limit_email_sent: 30,
    mailer_templates_recovery_content: readFileSync('supabase/templates/recovery.html', 'utf8'),
    security_sb_forwarded_for_enabled: true,
  },
  api: { db_pool: 20 as number | null },
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

test('a project that is set up as in the guide has no findings', async () => {
  const requests = project();
  expect(await platformFindings(env)).toEqual([]);
  const at = `https://api.supabase.com/v1/projects/${ref}`;
  expect(requests).toEqual([`${at}/config/auth Bearer sbp_token`, `${at}/postgrest Bearer sbp_token`]);
  const direct = `postgresql://postgres:secret@db.${ref}.supabase.co:5432/postgres`;
  expect(await platformFindings({ ...env, DATABASE_URL: direct })).toEqual([]);
  expect(requests).toHaveLength(4);
});

test.each([
  ['no mail server', { smtp_host: null, rate_limit_email_sent: 2 }, /no mail server: nobody but your team/],
  ['few mails', { rate_limit_email_sent: 2 }, /^At most 2 mails/],
  ['another mail', { mailer_templates_recovery_content: '<a>' }, /not the one of this folder.*config push/],
  [
    'another address',
    { site_url: 'http://localhost:3000', uri_allow_list: 'http://localhost:3000/**' },
    /leads to http:\/\/localhost:3000: set site_url/,
  ],
  ['no way back', { uri_allow_list: '' }, /may not lead to https:\/\/www.shop.example\/reset-password/],
  ['one limit for all', { security_sb_forwarded_for_enabled: false }, /limited as those of one/],
])('%s is one finding', async (_, auth, sentence) => {
  project({ auth });
  const findings = await platformFindings(env);
  expect(findings).toEqual([expect.stringMatching(sentence)]);
});

test('a Data API with another number of connections is one finding', async () => {
  project({ api: { db_pool: null } });
  expect(await platformFindings(env)).toEqual([expect.stringMatching(/^The Data API has .* for 20\./)]);
});

test('a token that is not accepted is one finding', async () => {
  project({ status: 401 });
  expect(await platformFindings(env)).toEqual([
    expect.stringMatching(/could not be read \(Supabase answered 401\)/),
  ]);
});

test('nothing is requested without a token, or for a database that is not Supabase’s', async () => {
  const requests = project();
  expect(await platformFindings({ ...env, SUPABASE_ACCESS_TOKEN: undefined })).toEqual([]);
  for (const DATABASE_URL of [
    '',
    'postgres://postgres:x@127.0.0.1:5432/postgres',
    `postgres://postgres.${ref}:x@db.example/postgres`,
  ])
    expect(await platformFindings({ ...env, DATABASE_URL })).toEqual([]);
  expect(requests).toEqual([]);
});
