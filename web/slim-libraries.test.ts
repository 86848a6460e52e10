import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Menu, Trash2, TriangleAlert } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { slimIcon, slimRouter } from './slim-libraries.ts';
import { plainIcon } from './src/components/plain-icon.ts';

const icons = 'node_modules/lucide-react/dist/esm/icons';
type IconData = Parameters<typeof plainIcon>[0];

test.each([
  ['menu', Menu],
  ['trash', Trash2],
  ['triangle-exclamation-point', TriangleAlert],
])('the icon %s of the built site looks like lucide’s', async (file, Lucide) => {
  const address = pathToFileURL(resolve(`${icons}/${file}.mjs`)).href;
  const { __iconData } = (await import(/* @vite-ignore */ address)) as { __iconData: IconData };
  for (const props of [{ 'aria-hidden': true }, { size: 48 }] as const) {
    // Its class names are for style sheets that the shop does not have.
    const drawn = renderToStaticMarkup(createElement(Lucide, props)).replace(/ class="[^"]*"/, '');
    const plain = renderToStaticMarkup(createElement(plainIcon(__iconData), props));
    expect(plain.replace(/ aria-hidden="true"/, '')).toBe(drawn.replace(/ aria-hidden="true"/, ''));
  }
});

test('an icon keeps nothing but its lines', () => {
  const slim = slimIcon(readFileSync(`${icons}/triangle-exclamation-point.mjs`, 'utf8'));
  expect(slim).toContain('M12 17h.01');
  expect(slim).toMatch(/^import \{ plainIcon as createLucideIcon \} from ".*plain-icon\.ts";$/m);
  expect(slim).not.toMatch(/key:|name:|aliases:|size:/);
});

function routerCode(): string {
  const folder = 'node_modules/react-router/dist/development';
  const file = readdirSync(folder).find(
    (name) => name.endsWith('.mjs') && readFileSync(`${folder}/${name}`, 'utf8').includes('var Form = '),
  );
  return readFileSync(`${folder}/${file}`, 'utf8');
}

test('the router’s contexts and components are marked as pure, and it has no hints for developers', () => {
  const code = routerCode();
  expect(code).toMatch(/^Form\.displayName/m);
  const slim = slimRouter(code);
  expect(slim).toMatch(/^var Form = \/\* @__PURE__ \*\/ React\d+\.forwardRef/m);
  expect(slim).not.toMatch(/^\w+\.displayName/m);
  expect(slim).toContain('var ENABLE_DEV_WARNINGS = false;');
  expect(slim).toContain('/* @__NO_SIDE_EFFECTS__ */ function warning(cond, message) {');
});

test('the router’s components are those for an app without a data router', () => {
  const slim = slimRouter(routerCode());
  expect(slim).toMatch(/function _renderMatches\(.*\n {2}const dataRouterState = null;\n/);
  expect(slim).toMatch(/\n {2}return useNavigateUnstable\(\);\n/);
});

test('the dashboard has the parts of supabase-js that match its version', () => {
  const { dependencies: ours } = packageAt('.');
  const { dependencies: its } = packageAt('node_modules/@supabase/supabase-js');
  for (const part of ['@supabase/postgrest-js', '@supabase/storage-js']) {
    expect(its[part], part).toMatch(/^\d/);
    expect(ours[part], part).toBe(its[part]);
  }
});

function packageAt(folder: string) {
  return JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {
    dependencies: Record<string, string>;
  };
}
