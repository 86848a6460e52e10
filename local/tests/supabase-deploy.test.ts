import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { supabaseFindings } from '../deploy-check/supabase-findings.ts';

/** What `supabase deploy` reads, in a folder that a test may change. */
function projectWith(changes: Record<string, (text: string) => string>, files: Record<string, string> = {}) {
  mkdirSync('.shop', { recursive: true });
  const root = mkdtempSync(resolve('.shop', 'deploy-check-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const part of ['supabase/config.toml', 'supabase/functions', 'supabase/templates', 'docs/deploy.md'])
    cpSync(part, join(root, part), { recursive: true });
  cpSync('package-lock.json', join(root, 'package-lock.json'));
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'), 'junction');
  for (const [file, change] of Object.entries(changes))
    writeFileSync(join(root, file), change(readFileSync(join(root, file), 'utf8')));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

const functionSettings = (name: string, change: (text: string) => string) => (config: string) =>
  config.replace(new RegExp(`\\[functions\\.${name}\\][^[]*`), change);

// The CLI is started four times in each, and a busy machine takes its time.
describe('what the Supabase CLI sends', { timeout: 180_000 }, () => {
  test('each unintended effect is one finding', async () => {
    const root = projectWith(
      {
        'supabase/config.toml': (config) =>
          [
            (text: string) => text.replace('[auth]\n', '[auth]\nsite_url = "https://shop.example"\n'),
            (text: string) => text.replace('[auth.email]\nenabled', '[auth.email]\nenable_signup'),
            (text: string) => text.replace('jwt_expiry = 3600', 'jwt_expiry = 360'),
            (text: string) => `${text}\n[storage]\nfile_size_limit = "1MiB"\n`,
            functionSettings('api', (text) => text.replace('verify_jwt = false', 'verify_jwt = true')),
            functionSettings(
              'message-events',
              (text) => `${text.trim()}\nstatic_files = ["./functions/api/app.test.ts"]\n\n`,
            ),
            functionSettings('payment-return', (text) => text.replace('index.ts', 'payment-return.ts')),
            functionSettings('reconcile', (text) => text.replace('enabled = true', 'enabled = false')),
            functionSettings('send-messages', (text) =>
              text.replace('functions/send-messages/deno', 'functions/api/deno'),
            ),
          ].reduce((text, change) => change(text), config),
        'docs/deploy.md': (guide) => guide.replace('`HEALTH_KEY`', '`SUPABASE_HEALTH_KEY`'),
        'supabase/functions/message-events/index.ts': (text) =>
          `import '../../../web/elsewhere.ts';\nimport './large.ts';\n${text}`,
      },
      {
        'web/elsewhere.ts': 'export {};\n',
        'supabase/functions/message-events/large.ts': `export const text = '${randomBytes(6_000_000).toString('base64')}';\n`,
      },
    );
    expect((await supabaseFindings(root)).toSorted()).toEqual([
      'The Supabase CLI warns: auth.email.enable_signup is deprecated and will be removed in v4, use auth.email.enabled instead.',
      'The Supabase CLI warns: failed to read file: open web/elsewhere.ts: no such file or directory',
      '`supabase config push` sets jwt_exp to 360, not to 3600.',
      '`supabase config push` would overwrite site_url of every shop with "https://shop.example".',
      '`supabase config push` writes to /config/storage, which is the owner’s.',
      '`supabase secrets set` does not send SUPABASE_HEALTH_KEY.',
      'api: Supabase would ask its callers for a token that they do not have (verify_jwt).',
      'message-events has 6.8 MB with its packages, and Supabase bundles at most 5 MB.',
      'message-events is sent with supabase/functions/api/app.test.ts, which it does not import.',
      'message-events is sent without web/elsewhere.ts.',
      'payment-return starts with supabase/functions/payment-return/payment-return.ts, not with its index.ts.',
      'reconcile is not deployed: supabase/config.toml must enable it.',
      'send-messages finds its packages with supabase/functions/api/deno.json, not with its deno.json.',
    ]);
  });

  test.each([
    [
      'in trouble',
      'POST /functions/deploy',
      { status: 503, message: 'The stand-in is in trouble' },
      '`supabase functions deploy` fails: unexpected deploy status 503: {"message":"The stand-in is in trouble"}',
    ],
    // As on the free plan without a mail server of one's own; how the platform words it is not published.
    [
      'that does not take the mail for a new password',
      'PATCH /config/auth',
      { status: 400, message: 'Email templates cannot be changed on this plan' },
      '`supabase config push` fails: unexpected status 400: {"message":"Email templates cannot be changed on this plan"}',
    ],
  ])('the error of a platform %s is reported', async (_, call, trouble, sentence) => {
    const findings = await supabaseFindings(resolve('.'), (method, path) =>
      `${method} ${path.replace(/^\/v1\/projects\/[^/]+/, '')}` === call ? trouble : undefined,
    );
    expect(findings).toEqual([sentence]);
  });
});
