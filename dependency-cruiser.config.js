/**
 * Who may import what: app → storefront | dashboard → account | orders → components → lib → contract, and so on. The message of a
 * rule says what to do instead.
 */

const tests = ['\\.(test|night)\\.tsx?$', '^(web/e2e|web/src/testing|supabase/tests)/'];
const ourFiles = '^(web|local|supabase)/';
const functions = '^supabase/functions/';
const apiDeps = `${functions}api/deps\\.ts$`;
const shared = `${functions}_shared/`;
const contract = `${shared}contract/`;
const postgresSchema = `${shared}postgres-schema\\.ts$`;
const app = '^web/src/(app/|main\\.tsx$)';

/**
 * Tests look at everything, so no rule but the last two speaks to them.
 * @param {string} name
 * @param {string} comment what to do instead
 * @param {{ path: string, pathNot?: string | string[] }} from
 * @param {{ path?: string | string[], pathNot?: string | string[], dynamic?: boolean }} to
 */
function forbid(name, comment, from, to) {
  const pathNot = [...tests, ...[from.pathNot ?? []].flat()];
  return { name, comment, severity: 'error', from: { ...from, pathNot }, to };
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    // The site
    forbid(
      'app-on-top',
      'Only web/src/main.tsx and app/ import app/: move what others need into account, orders, components or lib.',
      { path: '^web/src/', pathNot: app },
      { path: app },
    ),
    forbid(
      'wings-apart',
      'The storefront and the dashboard never import each other: move what both need into account, orders, components or lib.',
      { path: '^web/src/(storefront|dashboard)/' },
      { path: '^web/src/(storefront|dashboard)/', pathNot: '^web/src/$1/' },
    ),
    forbid(
      'lazy-dashboard',
      'Load the dashboard with import(): a shopper never downloads it.',
      { path: app },
      { path: '^web/src/dashboard/', dynamic: false },
    ),
    forbid(
      'account-and-orders-below-wings',
      'Let the page of a wing hand this to account/ or orders/, or move it there, into components or lib.',
      { path: '^web/src/(account|orders)/' },
      { path: '^web/src/(storefront|dashboard)/' },
    ),
    forbid(
      'components-below-account',
      'Pass this to the component as a prop: components/ imports only components, lib and the contract.',
      { path: '^web/src/components/' },
      { path: '^web/src/(storefront|dashboard|account|orders)/' },
    ),
    forbid(
      'lib-at-the-bottom',
      'Pass this to the function as an argument: lib/ imports only lib and the contract.',
      { path: '^web/src/lib/' },
      { path: '^web/src/(storefront|dashboard|account|orders|components)/' },
    ),
    forbid(
      'pages-on-top',
      'Let the page import the feature: inside a wing, pages → features → components → lib.',
      { path: '^web/src/(storefront|dashboard)/(features|components|lib)/' },
      { path: '^web/src/$1/pages/' },
    ),
    forbid(
      'wing-components-below-features',
      'Pass this as a prop or argument: inside a wing, pages → features → components → lib.',
      { path: '^web/src/(storefront|dashboard)/(components|lib)/' },
      { path: '^web/src/$1/features/' },
    ),
    forbid(
      'wing-lib-at-the-bottom',
      'Pass this to the function as an argument: inside a wing, pages → features → components → lib.',
      { path: '^web/src/(storefront|dashboard)/lib/' },
      { path: '^web/src/$1/components/' },
    ),
    forbid(
      'features-apart',
      'Features never import each other: let a page compose them, or move what both need into components or lib.',
      { path: '^web/src/(storefront|dashboard)/features/([^/]+)/' },
      { path: '^web/src/$1/features/', pathNot: '^web/src/$1/features/$2/' },
    ),
    forbid(
      'supabase-in-dashboard-only',
      'Use dashboard/lib/admin-database.ts, or for shoppers lib/api-client.ts: a shopper never downloads supabase-js.',
      { path: '^web/', pathNot: '^web/src/dashboard/lib/admin-database\\.ts$' },
      { path: 'node_modules/@supabase/' },
    ),
    forbid(
      'site-knows-contract-only',
      'Move what the site needs of the back end into the contract: the site imports web/src and @contract.',
      { path: '^web/src/', pathNot: '^web/src/dashboard/' },
      { path: ourFiles, pathNot: ['^web/src/', contract] },
    ),
    forbid(
      'dashboard-knows-contract-and-schema-only',
      'Move what the dashboard needs of the back end into the contract: it imports web/src, @contract and postgres-schema.ts.',
      { path: '^web/src/dashboard/' },
      { path: ourFiles, pathNot: ['^web/src/', contract, postgresSchema] },
    ),

    // The functions
    forbid(
      'contract-stands-alone',
      'Keep the contract to types, schemas and codes: it imports yup and its siblings only.',
      { path: contract },
      { path: '.', pathNot: [contract, 'node_modules/yup/'] },
    ),
    forbid(
      'shared-parts-apart',
      'Pass this as an argument: a shared part imports its own folder, http, secrets, logging, supabase and the contract.',
      { path: `${shared}([^/]+)`, pathNot: contract },
      {
        path: ourFiles,
        pathNot: [`${shared}$1`, `${shared}(http|secrets|logging|supabase)/`, contract, postgresSchema],
      },
    ),
    forbid(
      'fit-stands-alone',
      'Pass this as an argument: what fits is judged by pure functions, which import the contract alone.',
      { path: `${shared}fit/` },
      { path: '.', pathNot: [`${shared}fit/`, contract] },
    ),
    forbid(
      'functions-apart',
      'Move what two functions need into _shared: a function imports its own folder and _shared.',
      { path: `${functions}([^/_][^/]*)/` },
      { path: ourFiles, pathNot: [`${functions}$1/`, shared] },
    ),
    forbid(
      'api-routes-and-data-apart',
      'Name what you need in deps: in the api function, index → app → routes → deps, which has the types of data.',
      { path: `${functions}api/(routes|data)/` },
      { path: `${functions}api/`, pathNot: [`${functions}api/$1/`, apiDeps] },
    ),
    forbid(
      'api-app-knows-routes-only',
      'Take it from deps and let index.ts build it: in the api function, app.ts imports routes and deps.',
      { path: `${functions}api/app\\.ts$` },
      { path: `${functions}api/`, pathNot: [`${functions}api/routes/`, apiDeps] },
    ),
    forbid(
      'api-deps-are-types',
      'Declare the type in deps itself, or take it from data: deps imports no other part of the api function.',
      { path: apiDeps },
      { path: `${functions}api/`, pathNot: `${functions}api/data/` },
    ),

    // The local stack
    forbid(
      'local-for-tests-only',
      'Move this out of local/: it runs on one machine only, so only tests import it.',
      { path: '/', pathNot: '^local/' },
      { path: '^local/' },
    ),
    forbid(
      'local-stays-outside',
      'Start the site or the function instead: local/ imports the edge proxy, the contract and the reading of the bank’s and Safaricom’s settings, never their code.',
      { path: '^local/' },
      { path: ['^web/src/', functions], pathNot: [contract, '/(gateway|mpesa)-settings.ts$'] },
    ),

    // Everywhere, tests included
    {
      name: 'no-cycles',
      comment: 'Move what both files need into a third one: imports never form a cycle.',
      severity: 'error',
      from: {},
      // Imports of types are erased, so they may form a cycle.
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'found',
      comment:
        'Write the path with its extension (Deno needs it), or install the package: nothing was found there.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    // Imports of types count too.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(web/dist|\\.shop)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.d.ts'],
    },
  },
};
