import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';
import { refusalOfFileName } from '../lint/file-names.js';
import { refusalOfImport } from '../lint/import-layers.js';

const good: ReadonlyArray<[file: string, specifier: string]> = [
  ['web/src/app/routes.tsx', '../storefront/pages/home/home-page.tsx'],
  ['web/src/main.tsx', './app/app.tsx'],
  ['web/src/storefront/pages/home/home-page.tsx', '../../features/catalogue/product-list.tsx'],
  ['web/src/storefront/features/cart/cart-drawer.tsx', '../../../components/button.tsx'],
  ['web/src/storefront/features/cart/cart-drawer.tsx', './cart-store.ts'],
  ['web/src/storefront/features/cart/cart-drawer.tsx', '@contract/orders.ts'],
  ['web/src/dashboard/features/orders/order-table.tsx', '@supabase/supabase-js'],
  ['web/src/dashboard/features/orders/order-table.tsx', '../../lib/admin-database.ts'],
  ['web/src/dashboard/pages/admin-page.tsx', '../features/orders/order-table.tsx'],
  ['web/src/components/button.tsx', './button.module.css'],
  ['web/src/storefront/features/cart/cart.test.ts', '../../../../../local/testing/fail-on-console-error.ts'],
  ['web/e2e/journey.ts', './browser.ts'],
  ['supabase/functions/api/index.ts', './data/supabase-orders.ts'],
  ['supabase/functions/api/app.ts', './routes/order-routes.ts'],
  ['supabase/functions/api/routes/order-routes.ts', '../deps.ts'],
  ['supabase/functions/api/routes/order-routes.ts', '../../_shared/http/refusal.ts'],
  ['supabase/functions/api/data/supabase-orders.ts', '../deps.ts'],
  ['supabase/functions/_shared/card-gateway/status-query.ts', '../http/log.ts'],
  ['supabase/functions/_shared/http/refusal.ts', '../contract/errors.ts'],
  ['supabase/functions/_shared/contract/orders.ts', 'yup'],
  ['supabase/functions/_shared/contract/orders.ts', './errors.ts'],
  ['local/stack/edge-proxy-server.ts', '../../web/edge/proxy/index.ts'],
  ['vitest.config.ts', './local/testing/fail-on-console-error.ts'],
];

const bad: ReadonlyArray<[file: string, specifier: string, said: string]> = [
  ['web/src/lib/money.ts', '../components/price.tsx', 'lib does not import components'],
  [
    'web/src/components/price.tsx',
    '../storefront/features/cart/cart-store.ts',
    'components does not import storefront',
  ],
  [
    'web/src/storefront/features/cart/cart-drawer.tsx',
    '../../pages/home/home-page.tsx',
    'features does not import pages',
  ],
  [
    'web/src/storefront/pages/home/home-page.tsx',
    '../../../app/routes.tsx',
    'storefront does not import app',
  ],
  ['web/src/storefront/features/cart/cart-drawer.tsx', '../checkout/checkout.tsx', 'Features never'],
  [
    'web/src/storefront/pages/home/home-page.tsx',
    '../../../dashboard/pages/admin-page.tsx',
    'never import each other',
  ],
  [
    'web/src/dashboard/pages/admin-page.tsx',
    '../../storefront/features/cart/cart-store.ts',
    'never import each other',
  ],
  [
    'web/src/account/account-menu.tsx',
    '../storefront/features/cart/cart-store.ts',
    'account does not import storefront',
  ],
  [
    'web/src/storefront/pages/orders/orders-page.tsx',
    '../../../dashboard/features/orders/order-table.tsx',
    'never import each other',
  ],
  ['web/src/app/routes.tsx', '../dashboard/pages/admin-page.tsx', 'lazily'],
  ['web/src/storefront/features/orders/orders-queries.ts', '@supabase/supabase-js', 'Only the dashboard'],
  ['web/src/lib/env.ts', '@supabase/supabase-js', 'Only the dashboard'],
  ['web/src/lib/api-client.ts', '../../../supabase/functions/api/app.ts', '@contract only'],
  ['web/src/lib/api-client.ts', '../../../supabase/functions/_shared/http/refusal.ts', '@contract only'],
  ['web/src/lib/api-client.ts', './money', 'Write the extension'],
  ['web/src/lib/api-client.ts', '../../../local/stack/shop-ports.ts', 'only tests may import it'],
  ['web/edge/proxy/index.ts', '../../../local/stack/shop-ports.ts', 'only tests may import it'],
  ['supabase/seed/build-seed.ts', '../../local/stack/shop-ports.ts', 'only tests may import it'],
  [
    'supabase/functions/api/routes/order-routes.ts',
    '../data/supabase-orders.ts',
    'routes does not import data',
  ],
  [
    'supabase/functions/api/data/supabase-orders.ts',
    '../routes/order-routes.ts',
    'data does not import routes',
  ],
  ['supabase/functions/api/app.ts', './data/supabase-orders.ts', 'app.ts does not import data'],
  ['supabase/functions/api/deps.ts', './data/supabase-orders.ts', 'deps.ts does not import data'],
  ['supabase/functions/payment-return/index.ts', '../api/deps.ts', 'No function imports another'],
  ['supabase/functions/api/index.ts', '../../../web/src/lib/money.ts', 'own folder and _shared'],
  ['supabase/functions/_shared/http/refusal.ts', '../card-gateway/status-query.ts', 'A shared part'],
  ['supabase/functions/_shared/http/refusal.ts', '../../api/deps.ts', 'A shared part'],
  ['supabase/functions/_shared/contract/orders.ts', 'hono', 'yup and its siblings'],
  ['supabase/functions/_shared/contract/orders.ts', '../http/refusal.ts', 'yup and its siblings'],
  ['local/stack/site-build.ts', '../../web/src/main.tsx', 'imports neither'],
  ['local/stack/functions-runtime.ts', '../../supabase/functions/api/app.ts', 'imports neither'],
];

describe('who may import what', () => {
  test.each(good)('%s may import %s', (file, specifier) => {
    expect(refusalOfImport(file, specifier)).toBeNull();
  });

  test.each(bad)('%s may not import %s: %s', (file, specifier, said) => {
    expect(refusalOfImport(file, specifier)).toContain(said);
  });

  test('the URL table loads the dashboard lazily', () => {
    expect(refusalOfImport('web/src/app/routes.tsx', '../dashboard/pages/admin-page.tsx', true)).toBeNull();
    expect(
      refusalOfImport(
        'web/src/storefront/pages/home/home-page.tsx',
        '../../../dashboard/pages/admin-page.tsx',
        true,
      ),
    ).not.toBeNull();
  });
});

test.each([
  ['web/src/lib/money.ts', true],
  ['web/src/lib/money.test.ts', true],
  ['supabase/functions/api/index.ts', true],
  ['web/src/storefront/features/cart/index.ts', false],
  ['web/src/storefront/features/cart/cart-utils.ts', false],
  ['web/src/storefront/features/cart/types.ts', false],
  ['web/src/storefront/features/cart/CartDrawer.tsx', false],
  ['local/stack/stack-manager.ts', false],
])('a file may be called %s: %s', (file, isAllowed) => {
  expect(refusalOfFileName(file) === null).toBe(isAllowed);
});

describe('the linter itself', () => {
  // The rules that need types are left to `npm run lint`: these snippets are in no program.
  const eslint = new ESLint({
    overrideConfig: {
      languageOptions: { parserOptions: { project: null } },
      rules: { '@typescript-eslint/no-floating-promises': 'off', '@typescript-eslint/await-thenable': 'off' },
    },
  });
  const rulesBroken = async (filePath: string, code: string) => {
    const [result] = await eslint.lintText(code, { filePath });
    return result?.messages.map((message) => message.ruleId) ?? [];
  };

  test.each([
    ['web/src/storefront/features/cart/x.ts', `import '../checkout/checkout.tsx';\n`, 'house/import-layers'],
    [
      'web/src/lib/x.ts',
      `export const load = () => import('../storefront/pages/home/home-page.tsx');\n`,
      'house/import-layers',
    ],
    ['web/src/lib/x.ts', `export default 1;\n`, 'import-x/no-default-export'],
    ['web/src/lib/x.ts', `export * from './money.ts';\n`, 'no-restricted-syntax'],
    ['web/src/lib/x.ts', `export { formatKes } from './money.ts';\n`, 'no-restricted-syntax'],
    ['web/src/lib/x-helpers.ts', `export const one = 1;\n`, 'house/file-name'],
    ['supabase/functions/api/app.ts', `export const env = Deno.env;\n`, 'no-restricted-globals'],
  ])('in %s refuses %s', async (file, code, rule) => {
    expect(await rulesBroken(file, code)).toContain(rule);
  });

  test('lets a good file pass', async () => {
    const code = `import { formatKes } from './money.ts';\n\nexport const price = formatKes(100);\n`;
    expect(await rulesBroken('web/src/lib/x.ts', code)).toEqual([]);
  });
});
