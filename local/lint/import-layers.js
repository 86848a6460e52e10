import { posix } from 'node:path';

/**
 * Who may import what. Every import becomes a path below the project, or the name of a package; the first law that
 * refuses it says why.
 *
 * @typedef {{ file: string, target: string | null, bare: string, isDynamic: boolean }} Import
 *   `target` is the imported file below the project, null for a package; `bare` is the package as written.
 * @typedef {(one: Import) => string | null} Law
 */

/** @type {string[]} Each may import those after it; the two wings never import each other. */
const webLayers = ['app', 'storefront', 'dashboard', 'account', 'components', 'lib'];

/** @type {string[]} The layers inside a wing; each may import those after it. */
const wingLayers = ['pages', 'features', 'components', 'lib'];

/** What each part of the api function may import of the others. */
const apiParts = {
  'index.ts': ['app.ts', 'deps.ts', 'routes', 'data'],
  'app.ts': ['deps.ts', 'routes'],
  'deps.ts': [],
  routes: ['deps.ts'],
  data: ['deps.ts'],
};

const functions = 'supabase/functions/';
const shared = `${functions}_shared/`;
const contract = `${shared}contract/`;

/** @type {Law[]} */
const laws = [
  function extensionsAreWritten({ target }) {
    if (target === null || /\.[a-z0-9]+(\?.*)?$/.test(target)) return null;
    return 'Write the extension: Deno needs it.';
  },
  function localIsForTestsAndItself({ file, target }) {
    if (!target?.startsWith('local/') || file.startsWith('local/') || !file.includes('/')) return null;
    return 'local/ is for one machine: only tests may import it.';
  },
  function contractStandsAlone({ file, target, bare }) {
    if (!file.startsWith(contract)) return null;
    if (target === null ? bare === 'yup' : target.startsWith(contract)) return null;
    return 'The contract imports yup and its siblings only.';
  },
  function sharedPartsStandApart({ file, target }) {
    if (!file.startsWith(shared) || target === null) return null;
    const own = `${shared}${file.slice(shared.length).split('/')[0]}`;
    const allowed = [own, contract, `${shared}postgres-schema.ts`];
    if (!file.startsWith(`${shared}http/`)) allowed.push(`${shared}http/`);
    if (allowed.some((path) => target.startsWith(path))) return null;
    return 'A shared part imports its own folder, http and the contract.';
  },
  function functionsStandApart({ file, target }) {
    const own = functionOf(file);
    if (own === null || target === null) return null;
    const other = functionOf(target);
    if (other === own || target.startsWith(shared)) return null;
    return other === null
      ? 'A function imports its own folder and _shared only.'
      : 'No function imports another: what both need goes to _shared.';
  },
  function apiPartsPointOneWay({ file, target }) {
    if (functionOf(file) !== 'api' || target === null || functionOf(target) !== 'api') return null;
    const part = (/** @type {string} */ path) => path.slice(`${functions}api/`.length).split('/')[0] ?? '';
    const from = part(file);
    const to = part(target);
    if (from === to) return null;
    const allowed = Object.entries(apiParts).find(([name]) => name === from)?.[1];
    if (allowed === undefined || allowed.includes(to)) return null;
    return `In the api function, ${from} does not import ${to}: index → app → routes → deps, index → data.`;
  },
  function onlyTheDashboardDownloadsSupabase({ file, target, bare }) {
    if (!file.startsWith('web/') || target !== null || !bare.startsWith('@supabase/')) return null;
    if (file.startsWith('web/src/dashboard/')) return null;
    return 'Only the dashboard imports supabase-js: a shopper never downloads it.';
  },
  function webKnowsTheContractAlone({ file, target }) {
    if (!file.startsWith('web/src/') || target === null) return null;
    if (target.startsWith('web/src/') || target.startsWith(contract)) return null;
    if (file.startsWith('web/src/dashboard/') && target === `${shared}postgres-schema.ts`) return null;
    return 'The site imports web/src and @contract only.';
  },
  function wingsStandApart({ file, target, isDynamic }) {
    const from = webLayerOf(file);
    const to = target === null ? null : webLayerOf(target);
    if (from === 'app' && to === 'dashboard' && !isDynamic)
      return 'The URL table loads the dashboard lazily.';
    if ([from, to].sort().join() !== 'dashboard,storefront') return null;
    return 'The storefront and the dashboard never import each other: what both need is account, components or lib.';
  },
  function webLayersPointOneWay({ file, target }) {
    const from = webLayerOf(file);
    const to = target === null ? null : webLayerOf(target);
    if (from === null || to === null || webLayers.indexOf(from) <= webLayers.indexOf(to)) return null;
    return `${from} does not import ${to}: app → storefront | dashboard → account → components → lib → @contract.`;
  },
  function wingLayersPointOneWay({ file, target }) {
    const from = wingPartOf(file);
    const to = target === null ? null : wingPartOf(target);
    if (from === null || to === null || from.wing !== to.wing) return null;
    if (wingLayers.indexOf(from.layer) <= wingLayers.indexOf(to.layer)) return null;
    return `${from.layer} does not import ${to.layer}: pages → features → components → lib.`;
  },
  function featuresNeverMeet({ file, target }) {
    const from = wingPartOf(file)?.feature ?? null;
    const to = target === null ? null : (wingPartOf(target)?.feature ?? null);
    if (from === null || to === null || from === to) return null;
    return 'Features never import each other: a page composes them.';
  },
  function localStaysOutside({ file, target }) {
    if (!file.startsWith('local/') || target === null) return null;
    const refused =
      target.startsWith('web/src/') || (target.startsWith(functions) && !target.startsWith(contract));
    return refused ? 'local/ starts the site and the functions and imports neither.' : null;
  },
];

/**
 * Why this file may not import this, or null. Paths are below the project, with forward slashes.
 * @param {string} file
 * @param {string} specifier as written in the import
 * @param {boolean} [isDynamic]
 * @returns {string | null}
 */
export function refusalOfImport(file, specifier, isDynamic = false) {
  const target = targetOf(file, specifier);
  const one = { file, target, bare: specifier, isDynamic };
  const applied = isForTests(file) ? laws.slice(0, 1) : laws;
  for (const law of applied) {
    const refusal = law(one);
    if (refusal !== null) return refusal;
  }
  return null;
}

/**
 * Tests and their tools look at everything.
 * @param {string} file
 */
function isForTests(file) {
  return /\.test\.tsx?$/.test(file) || /^(web\/e2e|web\/src\/testing|supabase\/tests)\//.test(file);
}

/**
 * @param {string} file
 * @param {string} specifier
 */
function targetOf(file, specifier) {
  if (specifier.startsWith('@contract/')) return contract + specifier.slice('@contract/'.length);
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : null;
}

/** @param {string} path */
function webLayerOf(path) {
  if (path === 'web/src/main.tsx') return 'app';
  const [, layer] = /^web\/src\/([^/]+)\//.exec(path) ?? [];
  return layer !== undefined && webLayers.includes(layer) ? layer : null;
}

/** @param {string} path */
function wingPartOf(path) {
  const [, wing, layer, name] = /^web\/src\/(storefront|dashboard)\/([^/]+)\/(?:([^/]+)\/)?/.exec(path) ?? [];
  if (wing === undefined || layer === undefined || !wingLayers.includes(layer)) return null;
  return { wing, layer, feature: layer === 'features' ? (name ?? null) : null };
}

/** @param {string} path */
function functionOf(path) {
  const name = /^supabase\/functions\/([^/]+)\//.exec(path)?.[1] ?? null;
  return name === '_shared' ? null : name;
}
