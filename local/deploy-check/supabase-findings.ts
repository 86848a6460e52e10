import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DeployRehearsal, rehearseDeployment } from './deploy-rehearsal.ts';
import { functionFindings } from './functions-sent.ts';
import { type ApiCall, type ApiFault, projectRef } from './management-api.ts';

const project = `/v1/projects/${projectRef}`;

/** A value with all characters that tools are known to lose when they read such files. */
const awkwardValue = (name: string) => `${name.toLowerCase()} #1 $HOME "quoted" <a@b.example> \\n=`;

/** One sentence for each problem that a deploy of this folder to Supabase would have; nothing leaves this machine. */
export async function supabaseFindings(root: string, fault?: ApiFault): Promise<string[]> {
  const names = documentedSecrets(readFileSync(join(root, 'docs/deploy.md'), 'utf8'));
  const secretsFile = names.map((name) => `${name}='${awkwardValue(name)}'\n`).join('');
  const rehearsal = await rehearseDeployment(root, secretsFile, fault);
  const troubles = commandFindings(rehearsal);
  if (troubles.length > 0) return troubles;
  return [
    ...warnings(rehearsal),
    ...secretFindings(names, rehearsal.calls),
    ...(await functionFindings(root, rehearsal.calls)),
    ...configFindings(root, rehearsal.calls),
  ];
}

/** The names of the settings that step 3 of the guide puts into the owner's file. */
function documentedSecrets(guide: string): string[] {
  const [, step = ''] = /\n## 3\. Secrets\n(.*?)\n## /s.exec(guide) ?? [];
  return [...new Set([...step.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name = '']) => name))];
}

/** The last error of each failed command. */
function commandFindings({ runs }: DeployRehearsal): string[] {
  return runs
    .filter(({ run }) => !run.isGood)
    .map(({ command, run }) => {
      const lines = run.stderr.split('\n').filter((line) => line.trim() && !line.startsWith('Try rerunning'));
      return `\`${command}\` fails: ${lines.at(-1) ?? 'no reason given'}`;
    });
}

/** The CLI's warnings, such as deprecated settings. */
function warnings({ runs }: DeployRehearsal): string[] {
  const warned = runs.flatMap(({ run }) =>
    [...run.stderr.matchAll(/^WARN(?:ING)?: (.+)$/gm)].map(([, text]) => text),
  );
  return [...new Set(warned)].map((text) => `The Supabase CLI warns: ${text}`);
}

function secretFindings(names: readonly string[], calls: readonly ApiCall[]): string[] {
  const sent = calls
    .filter(({ method, path }) => method === 'POST' && path === `${project}/secrets`)
    .flatMap(({ body }) => body as { name: string; value: string }[]);
  const values = new Map(sent.map(({ name, value }) => [name, value]));
  return [
    ...names
      .filter((name) => values.get(name) !== awkwardValue(name))
      .map((name) =>
        values.has(name)
          ? `\`supabase secrets set\` sends ${name} with another value than the file.`
          : `\`supabase secrets set\` does not send ${name}.`,
      ),
    ...[...values.keys()]
      .filter((name) => !names.includes(name))
      .map((name) => `\`supabase secrets set\` sends ${name}, which docs/deploy.md does not name.`),
  ];
}

/**
 * `config push` overwrites what an owner has set on the platform, so it must change only these settings, named as in the
 * platform's API. Every shop has its own `site_url`, so the shared file must not contain one.
 */
function configFindings(root: string, calls: readonly ApiCall[]): string[] {
  const intended: Record<string, Record<string, unknown>> = {
    [`${project}/postgrest`]: {
      db_schema: 'public',
      db_extra_search_path: 'public,extensions',
      max_rows: 1000,
    },
    [`${project}/config/auth`]: {
      disable_signup: false,
      external_email_enabled: true,
      jwt_exp: 3600,
      mailer_autoconfirm: true,
      mailer_otp_exp: 3600,
      mailer_subjects_recovery: 'Choose a new password',
      mailer_templates_recovery_content: readFileSync(join(root, 'supabase/templates/recovery.html'), 'utf8'),
      password_min_length: 6,
      refresh_token_rotation_enabled: true,
      security_refresh_token_reuse_interval: 10,
      security_update_password_require_reauthentication: true,
    },
  };
  const written = calls.filter(
    ({ method, path }) => method !== 'GET' && !/\/(secrets|functions(\/deploy)?)$/.test(path),
  );
  const findings = written
    .filter(({ path }) => !(path in intended))
    .map(
      ({ path }) => `\`supabase config push\` writes to ${path.replace(project, '')}, which is the owner’s.`,
    );
  for (const [path, wanted] of Object.entries(intended)) {
    const sent = Object.assign(
      {},
      ...written.filter((call) => call.path === path).map(({ body }) => body as object),
    ) as Record<string, unknown>;
    for (const key of new Set([...Object.keys(wanted), ...Object.keys(sent)])) {
      if (!(key in wanted))
        findings.push(
          `\`supabase config push\` would overwrite ${key} of every shop with ${JSON.stringify(sent[key])}.`,
        );
      else if (sent[key] !== wanted[key])
        findings.push(
          `\`supabase config push\` sets ${key} to ${shown(sent[key])}, not to ${shown(wanted[key])}.`,
        );
    }
  }
  return findings;
}

/** A value as text, shortened if it is long. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
