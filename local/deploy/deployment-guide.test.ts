import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { buyerKinds, ownerKinds } from '../../supabase/functions/_shared/contract/messages.ts';
import { renderMessage } from '../../supabase/functions/_shared/messages/render-message.ts';
import { sampleFacts } from '../../supabase/tests/message-sample.ts';
import { defaultShopDetails } from '../../supabase/functions/_shared/contract/shop-details.ts';
import { functionSettings } from './shop-settings.ts';

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
  !/^(SUPABASE_.*|SB_.*|CONTEXT|COMMIT_REF|NETLIFY|URL|(RESEND|AFRICAS_TALKING|WHATSAPP)_URL)$/.test(name);

describe('docs/deploy.md', () => {
  test('names every setting that the functions read', () => {
    const names = [...sources('supabase/functions').matchAll(/env(?:\.get\(|, )'([A-Z_]+)'/g)].map(
      ([, name]) => name ?? '',
    );
    expect(names).toContain('CARD_GATEWAY_URL');
    expect(names.filter(isOwnerSetting).filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });

  test('and the deployment gives each of them a value, or lets the owner', () => {
    const read = [
      ...sources('supabase/functions').matchAll(/(?:env\.get\(|(?:Env|Url|guidOf)\(env, )'([A-Z_]+)'/g),
    ].map(([, name]) => name ?? '');
    expect([...new Set(read.filter(isOwnerSetting))].toSorted()).toEqual(functionSettings.toSorted());
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

test('docs/whatsapp.md has every template with its variables', async () => {
  const templates = read('docs/whatsapp.md');
  const documented = [...templates.matchAll(/^\| `([a-z_]+)` +\| (.+?) +\|$/gm)].map(([, ...row]) => row);
  const sent: string[][] = [];
  for (const kind of [...buyerKinds, ...ownerKinds]) {
    const message = { kind, channel: 'whatsapp' as const, language: 'en' as const, link: 'the link' };
    const { template } = await renderMessage({ ...message, facts: sampleFacts }, defaultShopDetails);
    const [words = '', ...others] = template?.parameters ?? [];
    expect([kind, ...others]).toEqual([kind, 'the link']);
    sent.push([template?.name ?? '', words]);
  }
  expect(documented).toEqual(sent);
  expect(new Set(templates.match(/\{\{\d\}\}/g))).toEqual(new Set(['{{1}}', '{{2}}']));
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
    expect(withSecrets).toHaveLength(1);
    for (const step of withSecrets) expect(step).not.toMatch(/npm (ci|install)/);
    for (const text of files) {
      for (const npm of text.match(/npm@.*/g) ?? []) expect(npm).toBe('npm@11.19.1');
      if (/npm (ci|run|audit)/.test(text)) expect(text).toContain('npm@11.19.1');
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

  test('deploys a checked commit with the command of the guide', () => {
    expect(deployment).toContain('npm run deploy ${VERSION:+-- "$VERSION"}\n');
    // A branch may be named like a tag.
    expect(deployment).toContain("git describe --exact-match --tags --match 'v[0-9]*'");
    expect(deployment).toContain("github.event.workflow_run.conclusion == 'success'");
    // What is live must be among the commits, or the command refuses.
    expect(deployment).toContain('fetch-depth: 0');
  });
});
