import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { dataApi } from '../stack/data-api.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const guide = read('docs/deploy.md');

const sources = (...folders: string[]) =>
  execFileSync('git', ['ls-files', ...folders], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .map(read)
    .join('\n');

/** False for names that the platform sets, and those for tests and the addresses of fakes. */
const isOwnerSetting = (name: string) =>
  !/^(SUPABASE_.*|SB_.*|DENO_DEPLOYMENT_ID|CONTEXT|COMMIT_REF|NETLIFY|URL|(RESEND|BREVO|AFRICAS_TALKING|WHATSAPP|TURNSTILE)_URL)$/.test(
    name,
  );

describe('docs/deploy.md', () => {
  test('names every setting that the functions read', () => {
    const names = [...sources('supabase/functions').matchAll(/env(?:\.get\(|, )'([A-Z_]+)'/g)].map(
      ([, name]) => name ?? '',
    );
    expect(names).toContain('CARD_GATEWAY_URL');
    expect(names.filter(isOwnerSetting).filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });

  test('sets the same limits of connections and rows for the Data API as in the tests', () => {
    expect(guide).toContain(`{"db_pool": ${dataApi.connections}}`);
    expect(read('supabase/config.toml')).toContain(`max_rows = ${dataApi.maxRows}`);
  });

  test('names every setting of the site', () => {
    const text = sources('web/edge', ':(glob)web/*.ts');
    const names = [...text.matchAll(/(?<!meta\.)env\.([A-Z_]{5,})|'((?:SITE|FUNCTIONS|EDGE)_[A-Z_]+)'/g)].map(
      ([, a, b]) => a ?? b ?? '',
    );
    expect(names).toContain('FUNCTIONS_REGION');
    expect(names.filter(isOwnerSetting).filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });

  test('mentions only existing files and commands', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    for (const [, name = ''] of guide.matchAll(/npm run ([a-z:-]+)/g)) expect(scripts).toHaveProperty(name);
    for (const [, file = ''] of guide.matchAll(/\]\((decisions\/[^)]+)\)/g))
      expect(read(`docs/${file}`)).not.toBe('');
    for (const [, name = ''] of guide.matchAll(/private\.([a-z_]+)\(\)/g))
      expect(migrations()).toContain(`create function private.${name}`);
  });
});

test('messages mention only existing sections of docs/deploy.md', () => {
  const advice = migrations() + sources('supabase/functions', 'local');
  const named = [...advice.matchAll(/docs\/deploy\.md, ([A-Z][a-z ]+)\./g)].map(([, section]) => section);
  expect(named).toContain('Backups');
  const sections = [...guide.matchAll(/^##+ (?:\d+\. )?(.+)$/gm)].map(([, section]) => section);
  expect(named.filter((section) => !sections.includes(section))).toEqual([]);
});

const migrations = () =>
  readdirSync('supabase/migrations')
    .map((file) => read(`supabase/migrations/${file}`))
    .join('\n');

describe('what GitHub runs', () => {
  const files = readdirSync('.github/workflows').map((file) => read(`.github/workflows/${file}`));
  const [deployment = ''] = files.filter((text) => text.startsWith('# After a green check'));

  test('pins actions by their hash', () => {
    const used = files.flatMap((text) => [...text.matchAll(/uses: (.+)/g)].map(([, action = '']) => action));
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('shows no secret to what packages run when they are installed, and installs an exact npm', () => {
    const [before = '', ...steps] = deployment.split(/^ {6}- /m);
    expect(before).not.toContain('secrets.');
    const withSecrets = steps.filter((step) => /secrets\.|github\.token/.test(step));
    expect(withSecrets).toHaveLength(5);
    for (const step of withSecrets) expect(step).not.toMatch(/npm (ci|install)/);
    for (const text of files) {
      expect(text.match(/npm@.*/g)).toEqual(['npm@11.19.1']);
      // Otherwise the token that pushes would be in the folder where packages are installed.
      expect(text.match(/actions\/checkout@/g)?.length).toBe(
        text.match(/persist-credentials: false/g)?.length,
      );
    }
  });

  test('checks dependencies for known vulnerabilities every day', () => {
    const audit = files.find((text) => text.includes('run: npm audit'));
    expect(audit).toMatch(/- cron: '\d+ \d+ \* \* \*'/);
  });

  test('deploys migrations, functions, schedule and site, tests the site and rolls it back, in this order', () => {
    const at = [
      'supabase db push',
      'supabase functions deploy',
      'rpc/schedule_jobs',
      'push origin HEAD:refs/heads/live',
      'npm run shop -- smoke',
      '$BEFORE:refs/heads/live',
    ].map((step) => deployment.indexOf(step));
    expect(Math.min(...at)).toBeGreaterThan(0);
    expect(at).toEqual(at.toSorted((a, b) => a - b));
  });
});
