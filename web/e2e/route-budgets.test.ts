import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

/** Vite's manifest: https://vite.dev/guide/backend-integration. */
type BuiltFile = {
  file: string;
  name?: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
};

const site = join('web', 'dist');
const manifest = JSON.parse(readFileSync(join(site, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  BuiltFile
>;
const pagesIn = (wing: string) =>
  Object.keys(manifest).filter((key) => key.startsWith(`src/${wing}/pages/`) && key.endsWith('-page.tsx'));
const firstPages = ['home', 'category', 'product'].map(
  (name) => `src/storefront/pages/${name}/${name}-page.tsx`,
);

/** Compressed bytes of a route's own script. */
const routeBudget = 25_000;

/**
 * Compressed bytes of the code shared by all forms. formik and yup alone are 25 kB, and a browser loads them once,
 * with the first form. So they have their own budget, and each route is measured without them.
 */
const formsBudget = 28_000;

test.each(pagesIn('storefront').filter((page) => !firstPages.includes(page)))(
  'the own script of %s stays within its budget',
  (page) => {
    const known = filesFrom(['index.html', ...firstPages, ...keysOf('forms')]);
    expect(bytesOf([...filesFrom([page])].filter((key) => !known.has(key)))).toBeLessThanOrEqual(routeBudget);
  },
);

test('the shared code of forms stays within its budget, and loads only with forms', () => {
  const forms = keysOf('forms');
  expect(forms).toHaveLength(1);
  expect(bytesOf(forms)).toBeLessThanOrEqual(formsBudget);
  const withForms = pagesIn('storefront').filter((page) => filesFrom([page]).has(forms[0] ?? ''));
  expect(withForms.map((page) => /([^/]+)-page\.tsx$/.exec(page)?.[1]).sort()).toEqual([
    'account',
    'checkout',
    'confirm-email',
    'find-order',
    'forgot-password',
    'login',
    'register',
    'reset-password',
  ]);
});

test('no page of a shopper loads a file of the dashboard or supabase-js', () => {
  const ofDashboard = Object.entries(manifest).filter(
    ([key, { name }]) => key.startsWith('src/dashboard/') || name === 'dashboard',
  );
  expect(ofDashboard.length).toBeGreaterThan(10);
  const [supabase, ...others] = Object.keys(manifest).filter((key) => /PostgrestClient/.test(codeOf(key)));
  expect(others).toEqual([]);
  const forbidden = [...ofDashboard.map(([key]) => key), supabase ?? ''];
  const loaded = filesFrom(['index.html', ...pagesIn('storefront')]);
  expect([...loaded].filter((key) => forbidden.includes(key))).toEqual([]);
});

/** These files and everything they import. */
function filesFrom(keys: readonly string[]): Set<string> {
  const found = new Set<string>();
  const collect = (key: string) => {
    if (found.has(key)) return;
    found.add(key);
    const file = manifest[key];
    if (!file) throw new Error(`The build has no ${key}.`);
    file.imports?.forEach(collect);
  };
  keys.forEach(collect);
  return found;
}

function keysOf(name: string): string[] {
  return Object.keys(manifest).filter((key) => manifest[key]?.name === name);
}

function codeOf(key: string): string {
  const { file = '' } = manifest[key] ?? {};
  return file.endsWith('.js') ? readFileSync(join(site, file), 'utf8') : '';
}

function bytesOf(keys: readonly string[]): number {
  return keys.reduce((sum, key) => sum + gzipSync(codeOf(key)).length, 0);
}
