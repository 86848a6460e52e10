import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** A file whose name is refused has an error on its first line. */
const refuseFiles = (message, files, ignores = []) => ({
  files,
  ignores,
  rules: { 'no-restricted-syntax': ['error', { selector: 'Program', message }] },
});

const barrel = {
  selector: 'ExportAllDeclaration, ExportNamedDeclaration[source]',
  message: 'No barrels: import a thing from the file that says it.',
};
/** React takes whatever an effect gives back for what ends it, and calls it. */
const effectThatScrolls = {
  selector:
    'CallExpression[callee.name=/^use[A-Za-z]*Effect$/] > ArrowFunctionExpression[body.type!="BlockStatement"] MemberExpression.callee[property.name=/^(scroll|animate|play)/]',
  message: 'Newer browsers give a promise back: write the effect with braces.',
};
const defaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export it by its name.',
};

export default tseslint.config(
  {
    ignores: ['node_modules/', '.shop/', 'web/dist/', 'supabase/functions/_shared/postgres-schema.ts'],
  },
  js.configs.recommended,
  tseslint.configs.recommended,
  {
    rules: {
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', barrel, defaultExport],
      '@typescript-eslint/no-unused-vars': [
        'error',
        // A name taken out of an object to leave the rest.
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  {
    // Not the tests: compiling every file with React's compiler takes most of the linter's time.
    files: ['web/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    ...reactHooks.configs.flat.recommended,
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': ['error', barrel, defaultExport, effectThatScrolls],
      'no-restricted-imports': [
        'error',
        {
          name: 'react',
          importNames: ['Suspense'],
          message: 'It shows its fallback for 300 ms at least: take PromptSuspense.',
        },
      ],
      // It takes a component looked up in a constant table for one that is made while rendering.
      'react-hooks/static-components': 'off',
    },
  },
  {
    files: ['web/src/components/prompt-suspense.tsx', 'web/src/**/*.test.tsx'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['supabase/functions/**/*.ts'],
    ignores: ['supabase/functions/*/index.ts'],
    rules: {
      'no-restricted-globals': ['error', { name: 'Deno', message: 'Only index.ts of a function says Deno.' }],
    },
  },
  {
    files: ['local/**/*.{js,mjs}', '*.js'],
    languageOptions: { globals: globals.node },
  },
  {
    // The screenshots use these too, and run without vitest.
    files: ['web/e2e/*-scene.ts', 'web/e2e/*-screens.ts', 'web/e2e/shop-*.ts'],
    ignores: ['web/e2e/*.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [{ group: ['vitest', './journey.ts'], message: 'Screens are shown without vitest too.' }],
        },
      ],
    },
  },
  {
    // Their tools read the default export.
    files: ['*.config.{js,ts}', 'web/vite.config.ts', 'web/edge/proxy/index.ts'],
    rules: { 'no-restricted-syntax': ['error', barrel] },
  },
  refuseFiles(
    'File names are kebab-case.',
    ['**/*.{js,mjs,ts,tsx}'],
    ['**/+([a-z0-9])*(-+([a-z0-9]))?(.test|.config|.d).+([a-z])'],
  ),
  refuseFiles('This name says nothing: call the file after its noun.', [
    '**/?(*-){util,utils,helper,helpers,common,misc,service,manager}?(.test).{js,mjs,ts,tsx}',
    // "Database types" is a noun of its own; a bare "types" is a room for anything.
    '**/types?(.test).{js,mjs,ts,tsx}',
  ]),
  refuseFiles(
    'No barrels: only an edge function has an index.ts.',
    ['**/index.{js,mjs,ts,tsx}'],
    ['{supabase/functions,web/edge}/[!_]*/index.ts'],
  ),
);
