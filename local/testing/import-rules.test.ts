import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runTool } from './tool-run.ts';

/** A file, what it imports (a path, or the name of a package), and the rule that this breaks, if any. */
type Row = { file: string; imports: string; lazily?: true; breaks?: string };

const cart = 'web/src/storefront/features/cart/cart.tsx';
const home = 'web/src/storefront/pages/home/home-page.tsx';
const sales = 'web/src/dashboard/features/sales/sales.tsx';
const admin = 'web/src/dashboard/pages/admin/admin-page.tsx';
const routes = 'web/src/app/routes.tsx';
const contract = 'supabase/functions/_shared/contract/orders.ts';
const api = 'supabase/functions/api';
const proxy = 'web/edge/proxy/index.ts';
const shared = 'supabase/functions/_shared';

const rows: readonly Row[] = [
  // Allowed
  { file: 'web/src/main.tsx', imports: routes },
  { file: routes, imports: home },
  { file: 'web/src/app/lazy-routes.tsx', imports: admin, lazily: true },
  { file: home, imports: cart },
  { file: cart, imports: 'web/src/storefront/features/cart/cart-store.ts' },
  { file: cart, imports: 'web/src/storefront/components/cart-badge.tsx' },
  { file: cart, imports: 'web/src/storefront/lib/cart-key.ts' },
  { file: cart, imports: 'web/src/account/person.ts' },
  { file: cart, imports: 'web/src/components/button.tsx' },
  { file: cart, imports: 'web/src/lib/order-number.ts' },
  { file: cart, imports: contract },
  { file: cart, imports: '@contract/orders.ts' },
  { file: cart, imports: 'react' },
  { file: admin, imports: sales },
  { file: sales, imports: 'web/src/account/person.ts' },
  { file: sales, imports: '@supabase/supabase-js' },
  { file: sales, imports: `${shared}/postgres-schema.ts` },
  { file: 'web/src/account/person.ts', imports: 'web/src/components/button.tsx' },
  { file: 'web/src/components/button.tsx', imports: 'web/src/lib/order-number.ts' },
  { file: 'web/src/lib/order-number.test.ts', imports: 'local/stack/ports.ts' },
  { file: 'web/src/lib/order-number.test.ts', imports: cart },
  { file: 'web/e2e/journey.ts', imports: 'local/stack/ports.ts' },
  { file: 'web/prerender/render-page.tsx', imports: home },
  { file: `${api}/index.ts`, imports: `${api}/app.ts` },
  { file: `${api}/index.ts`, imports: `${api}/data/orders-data.ts` },
  { file: `${api}/app.ts`, imports: `${api}/routes/order-routes.ts` },
  { file: `${api}/routes/order-routes.ts`, imports: `${api}/deps.ts` },
  { file: `${api}/routes/order-routes.ts`, imports: `${shared}/http/refusal.ts` },
  { file: `${api}/data/orders-data.ts`, imports: `${api}/deps/orders.ts` },
  { file: `${api}/deps.ts`, imports: `${api}/deps/orders.ts` },
  { file: `${api}/deps/orders.ts`, imports: contract },
  { file: `${shared}/card-gateway/status-query.ts`, imports: `${shared}/http/refusal.ts` },
  { file: `${shared}/http/refusal.ts`, imports: contract },
  { file: contract, imports: 'yup' },
  { file: contract, imports: `${shared}/contract/errors.ts` },
  { file: 'local/stack/site-server.ts', imports: proxy },
  { file: 'local/stack/ports.ts', imports: contract },

  // Refused
  { file: home, imports: routes, breaks: 'app-on-top' },
  { file: 'web/src/lib/order-number.ts', imports: routes, breaks: 'app-on-top' },
  { file: home, imports: admin, breaks: 'wings-apart' },
  {
    file: 'web/src/storefront/pages/home/staff-link.tsx',
    imports: admin,
    lazily: true,
    breaks: 'wings-apart',
  },
  { file: sales, imports: cart, breaks: 'wings-apart' },
  { file: routes, imports: admin, breaks: 'lazy-dashboard' },
  { file: 'web/src/main.tsx', imports: admin, breaks: 'lazy-dashboard' },
  { file: 'web/src/account/person.ts', imports: cart, breaks: 'account-below-wings' },
  {
    file: 'web/src/components/button.tsx',
    imports: 'web/src/account/person.ts',
    breaks: 'components-below-account',
  },
  { file: 'web/src/components/button.tsx', imports: sales, breaks: 'components-below-account' },
  {
    file: 'web/src/lib/order-number.ts',
    imports: 'web/src/components/button.tsx',
    breaks: 'lib-at-the-bottom',
  },
  { file: 'web/src/lib/order-number.ts', imports: home, lazily: true, breaks: 'lib-at-the-bottom' },
  { file: cart, imports: home, breaks: 'pages-on-top' },
  { file: 'web/src/dashboard/lib/table.ts', imports: admin, breaks: 'pages-on-top' },
  {
    file: 'web/src/dashboard/components/pager.tsx',
    imports: sales,
    breaks: 'wing-components-below-features',
  },
  {
    file: 'web/src/dashboard/lib/table.ts',
    imports: 'web/src/dashboard/components/pager.tsx',
    breaks: 'wing-lib-at-the-bottom',
  },
  { file: cart, imports: 'web/src/storefront/features/checkout/checkout.tsx', breaks: 'features-apart' },
  { file: sales, imports: 'web/src/dashboard/features/people/people.tsx', breaks: 'features-apart' },
  { file: cart, imports: '@supabase/supabase-js', breaks: 'supabase-in-dashboard-only' },
  { file: proxy, imports: '@supabase/supabase-js', breaks: 'supabase-in-dashboard-only' },
  { file: 'web/src/lib/order-number.ts', imports: `${api}/deps.ts`, breaks: 'site-knows-contract-only' },
  { file: cart, imports: `${shared}/postgres-schema.ts`, breaks: 'site-knows-contract-only' },
  { file: sales, imports: `${shared}/http/refusal.ts`, breaks: 'dashboard-knows-contract-and-schema-only' },
  { file: contract, imports: 'hono', breaks: 'contract-stands-alone' },
  { file: contract, imports: 'node:crypto', breaks: 'contract-stands-alone' },
  { file: contract, imports: `${shared}/http/refusal.ts`, breaks: 'contract-stands-alone' },
  {
    file: `${shared}/http/refusal.ts`,
    imports: `${shared}/card-gateway/status-query.ts`,
    breaks: 'shared-parts-apart',
  },
  { file: `${shared}/http/refusal.ts`, imports: `${api}/deps.ts`, breaks: 'shared-parts-apart' },
  {
    file: 'supabase/functions/payment-return/index.ts',
    imports: `${api}/deps.ts`,
    breaks: 'functions-apart',
  },
  { file: `${api}/index.ts`, imports: 'web/src/lib/order-number.ts', breaks: 'functions-apart' },
  {
    file: `${api}/routes/order-routes.ts`,
    imports: `${api}/data/orders-data.ts`,
    breaks: 'api-routes-and-data-apart',
  },
  {
    file: `${api}/data/orders-data.ts`,
    imports: `${api}/routes/order-routes.ts`,
    breaks: 'api-routes-and-data-apart',
  },
  { file: `${api}/app.ts`, imports: `${api}/data/orders-data.ts`, breaks: 'api-app-knows-routes-only' },
  { file: `${api}/deps.ts`, imports: `${api}/data/orders-data.ts`, breaks: 'api-deps-are-types' },
  { file: `${api}/deps/orders.ts`, imports: `${api}/routes/order-routes.ts`, breaks: 'api-deps-are-types' },
  { file: proxy, imports: 'local/stack/ports.ts', breaks: 'local-for-tests-only' },
  { file: 'supabase/seed/build-seed.ts', imports: 'local/stack/ports.ts', breaks: 'local-for-tests-only' },
  { file: 'local/stack/ports.ts', imports: 'web/src/main.tsx', breaks: 'local-stays-outside' },
  { file: 'local/stack/ports.ts', imports: `${api}/deps.ts`, breaks: 'local-stays-outside' },
  { file: 'web/src/lib/order-number.ts', imports: 'web/src/lib/order-number', breaks: 'found' },
  { file: 'web/src/lib/order-number.ts', imports: 'no-such-package', breaks: 'found' },
];

const packages = ['react', 'yup', 'hono', '@supabase/supabase-js'];
const isOurs = (imported: string) => /^(web|local|supabase)\//.test(imported);

/** The files of the rows, each with all of its imports; what is only imported is empty. */
function filesOf(list: readonly Row[]): Map<string, string> {
  const files = new Map<string, string>();
  for (const { file, imports, lazily, breaks } of list) {
    const path = isOurs(imports) ? posix.join('.', posix.relative(posix.dirname(file), imports)) : imports;
    const source = isOurs(imports) && !path.startsWith('.') ? `./${path}` : path;
    const line = lazily ? `void import('${source}');\n` : `import '${source}';\n`;
    files.set(file, (files.get(file) ?? '') + line);
    if (isOurs(imports) && breaks !== 'found') files.set(imports, files.get(imports) ?? '');
  }
  return files;
}

/** What `npm run lint` says about a folder with these files, as `file → imported: rule`. */
function violations(files: Map<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'shop-imports-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  try {
    for (const name of packages) {
      write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
      write(`node_modules/${name}/index.js`, '');
    }
    copyFileSync('tsconfig.json', join(folder, 'tsconfig.json'));
    for (const [file, text] of files) write(file, text);
    const { stdout } = spawnSync(
      process.execPath,
      [
        resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
        ...['web', 'local', 'supabase', '--output-type', 'json'],
        ...['--config', resolve('dependency-cruiser.config.js')],
      ],
      { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    );
    const { summary } = JSON.parse(stdout) as {
      summary: { violations: { from: string; to: string; rule: { name: string } }[] };
    };
    return summary.violations.map(({ from, to, rule }) => `${from} → ${to}: ${rule.name}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const cycles = new Map([
  ['web/src/lib/one.ts', "import { two } from './two.ts';\nexport const one = () => two;\n"],
  ['web/src/lib/two.ts', "import { one } from './one.ts';\nexport const two = () => one;\n"],
  ['web/src/lib/three.ts', "import type { Four } from './four.ts';\nexport type Three = Four;\n"],
  ['web/src/lib/four.ts', "import { type Three } from './three.ts';\nexport type Four = Three[];\n"],
]);

describe('import rules', () => {
  let found: string[];
  beforeAll(() => {
    found = violations(new Map([...filesOf(rows), ...cycles]));
  });

  test('every import of the table breaks exactly the expected rule', () => {
    const asReported = (imported: string, rule: string) => {
      if (imported.startsWith('node:')) return imported.slice('node:'.length);
      if (packages.includes(imported)) return `node_modules/${imported}/index.js`;
      return rule === 'found' ? imported.replace('web/src/lib/', './') : imported;
    };
    const expected = rows.flatMap(({ file, imports, breaks }) =>
      breaks ? [`${file} → ${asReported(imports, breaks)}: ${breaks}`] : [],
    );
    expect(found.filter((line) => !line.endsWith(': no-cycles')).sort()).toEqual(expected.sort());
  });

  test('cycles are refused, except of type imports', () => {
    expect(found.filter((line) => [...cycles.keys()].some((file) => line.startsWith(file)))).toEqual([
      expect.stringMatching(/^web\/src\/lib\/(one|two)\.ts → .*: no-cycles$/),
    ]);
  });

  test('the table covers every rule', async () => {
    const { default: config } = (await import(resolve('dependency-cruiser.config.js'))) as {
      default: { forbidden: { name: string }[] };
    };
    const names = config.forbidden.map(({ name }) => name);
    expect(new Set([...rows.flatMap(({ breaks }) => breaks ?? []), 'no-cycles'])).toEqual(new Set(names));
  });
});

const good = `import { formatKes } from './money.ts';\n\nexport const price = formatKes(100);\n`;

/** A file, its code, and what the linter says about it. */
const linted: readonly (readonly [file: string, code: string, finding: string])[] = [
  ['web/src/lib/order-number.ts', good, ''],
  ['web/src/lib/order-number.test.ts', good, ''],
  ['supabase/functions/api/index.ts', `${good}export const env = Deno.env;\n`, ''],
  ['web/src/lib/database-types.ts', good, ''],
  ['vitest.config.ts', 'export default {};\n', ''],

  ['web/src/lib/default.ts', 'export default 1;\n', 'Prefer named exports'],
  ['web/src/lib/everything.ts', "export * from './money.ts';\n", 'No barrels'],
  ['web/src/lib/passed-on.ts', "export { formatKes } from './money.ts';\n", 'No barrels'],
  ['supabase/functions/api/app.ts', 'export const env = Deno.env;\n', 'Only index.ts of a function'],
  ['web/src/lib/x-helpers.ts', good, 'This name says nothing'],
  ['web/src/lib/utils.test.ts', good, 'This name says nothing'],
  ['web/src/storefront/features/cart/cart-utils.ts', good, 'This name says nothing'],
  ['web/src/storefront/features/cart/types.ts', good, 'This name says nothing'],
  ['local/stack/stack-manager.ts', good, 'This name says nothing'],
  ['web/src/storefront/features/cart/CartDrawer.tsx', good, 'kebab-case'],
  ['web/src/lib/money_format.test.ts', good, 'kebab-case'],
  ['web/src/storefront/features/cart/index.ts', good, 'No barrels'],
  ['supabase/functions/_shared/index.ts', good, 'No barrels'],
  ['web/e2e/cart-scene.ts', "import 'vitest';\n", 'Screens are shown without vitest'],
  ['web/src/lib/waiting.ts', "import { Suspense } from 'react';\nvoid Suspense;\n", 'PromptSuspense'],
  [
    'web/src/lib/use-top.ts',
    "import { useEffect } from 'react';\nexport const useTop = () => useEffect(() => window.scrollTo(0, 0), []);\n",
    'write the effect with braces',
  ],
  [
    'web/src/lib/use-dates.ts',
    "import { useState } from 'react';\nexport const useDates = (any: boolean) => (any ? useState(1) : null);\n",
    'Hooks must be called in the exact same order',
  ],
  [
    'web/src/lib/use-count.ts',
    "import { useRef } from 'react';\nexport const useCount = () => useRef(0).current;\n",
    'Cannot access refs during render',
  ],
  [
    'local/stack/late.ts',
    'const late = async () => 1;\nexport const wrong = () => {\n  late();\n};\n',
    'Promises must be awaited',
  ],
  [
    'local/stack/early.ts',
    'const five = () => 5;\nexport const early = async () => {\n  await five();\n};\n',
    '`await` of a non-Promise',
  ],
];

describe('the linter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-lint-'));
  let found: { filename: string; message: string; help?: string }[];

  beforeAll(async () => {
    const write = (file: string, text: string) => {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    };
    write('tsconfig.json', '{ "compilerOptions": { "strict": true, "jsx": "react-jsx" } }');
    copyFileSync('.oxlintrc.json', join(folder, '.oxlintrc.json'));
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
    for (const [file, code] of linted) write(file, code);
    const paths = linted.map(([file]) => join(folder, file));
    const { stdout } = await runTool('oxlint', [
      '-c',
      join(folder, '.oxlintrc.json'),
      '-f',
      'json',
      ...paths,
    ]);
    ({ diagnostics: found } = JSON.parse(stdout) as { diagnostics: typeof found });
    return () => rmSync(folder, { recursive: true });
  });

  test.each(linted)('%s: %j', (file, _code, finding) => {
    const messages = found
      .filter(({ filename }) => resolve(filename) === join(folder, file))
      .map(({ message, help }) => `${message} ${help ?? ''}`);
    expect(messages).toEqual(finding ? [expect.stringContaining(finding)] : []);
  });
});
