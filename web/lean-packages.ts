import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** What of the router's file is replaced, so that what the shop does not use is dropped from the bundle. */
const replacements: readonly [pattern: RegExp, by: string][] = [
  // Its package always gives out the file for development.
  [/\bENABLE_DEV_WARNINGS = true\b/, 'ENABLE_DEV_WARNINGS = false'],
  // Names for React's tools, and calls that only make something: kept for nobody otherwise.
  [/^\s*\w+\.displayName = "[^"]*";$/gm, ''],
  [/ = (React\d*\.(?:forwardRef|createContext|memo)\()/g, ' = /* @__PURE__ */ $1'],
  // An error on a page is caught by the shop's own boundary; there are no routes with data here.
  [/\breturn dataRouterState && \(/, 'return false && ('],
  // Prefetches what a framework's routes load; no link here asks for it.
  [/\breturn shouldPrefetch && !isAbsolute \?/, 'return false ?'],
];

/** Modules of packages, and what stands for them. */
const others: readonly [pattern: RegExp, by: URL][] = [
  [/\/createLucideIcon\.mjs$/, new URL('lean-icon.ts', import.meta.url)],
  // With an access token of our own, it takes nothing of its client for sign-ins; that would fail, and does in development.
  [/^@supabase\/(auth|realtime)-js$/, new URL('lean-supabase.ts', import.meta.url)],
];

/**
 * Builds the pages' bundle without those parts of react-router that are for its framework and for development, with what
 * makes an icon of lucide in fewer words (`lean-icon.ts`), and without the sign-ins and channels of supabase-js.
 */
export function leanPackages(): Plugin {
  return {
    name: 'lean-packages',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => {
      const [, by] = others.find(([pattern]) => pattern.test(source)) ?? [];
      return by ? fileURLToPath(by) : null;
    },
    transform(code, id) {
      if (!/react-router\/dist\/development\/chunk-/.test(id) || !code.includes('function LinkWithRef'))
        return;
      return replacements.reduce((text, [pattern, by]) => {
        if (text.search(pattern) < 0)
          throw new Error(`react-router has changed: ${pattern} is not in ${id}. See web/lean-packages.ts.`);
        return text.replace(pattern, by);
      }, code);
    },
  };
}
