import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const plainIcon = fileURLToPath(new URL('src/components/plain-icon.ts', import.meta.url));

/**
 * Removes unused code of two libraries from the first load. From react-router the parts for routers that the shop
 * does not use, which a bundler keeps because it cannot know that creating them has no side effects, and the hints
 * for developers, since the package has only its development build for browsers. From lucide everything but the lines
 * of an icon.
 */
export function slimLibraries(): Plugin {
  return {
    name: 'slim-libraries',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/(react-router|lucide-react\/dist\/esm\/icons)\/.*\.mjs$/ },
      handler: (code, id) => ({
        code: id.includes('lucide-react') ? slimIcon(code) : slimRouter(code),
        map: null,
      }),
    },
  };
}

/**
 * Unused contexts and components may be removed, and so may warnings; names are only for developer tools. The state of
 * a data router, which the shop does not have, is always null.
 */
export function slimRouter(code: string): string {
  return code
    .replace(/^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm, '$1/* @__PURE__ */ $2')
    .replace('var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;')
    .replace(/^function warning\(/m, '/* @__NO_SIDE_EFFECTS__ */ $&')
    .replace('let dataRouterState = dataRouterOpts?.state;', 'const dataRouterState = null;')
    .replace('isDataRoute ? useNavigateStable() : useNavigateUnstable()', 'useNavigateUnstable()')
    .replace(/^\w+\.displayName = "[\w.]+";$/gm, '');
}

/** Rendered by our own function; its parts never move, so React needs no keys for them. */
export function slimIcon(code: string): string {
  return code
    .replace(
      /^import createLucideIcon from .*$/m,
      `import { plainIcon as createLucideIcon } from ${JSON.stringify(plainIcon)};`,
    )
    .replace(/,\s+key: "\w+"/g, '')
    .replace(/^ {2}(name|size): .*$\n|,\n {2}aliases: \[[^\]]*\]/gm, '')
    .replace(/^__iconData\.node;$/m, '');
}
