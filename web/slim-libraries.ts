import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const plainIcon = fileURLToPath(new URL('src/components/plain-icon.ts', import.meta.url));

/**
 * Leaves out what two libraries bring into every first load without being of use there. From react-router the parts for
 * routers that the shop does not have, which a bundler keeps because it cannot know that making them does nothing, and
 * the hints for developers, since the package offers browsers its development build alone. From lucide everything but
 * the lines of an icon.
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

/** Contexts and components may be left out where nobody uses them; their names are for the developer tools alone. */
export function slimRouter(code: string): string {
  return code
    .replace(/^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm, '$1/* @__PURE__ */ $2')
    .replace('var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;')
    .replace(/^\w+\.displayName = "[\w.]+";$/gm, '');
}

/** Drawn by our own function; its parts never move, so that React needs no keys for them. */
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
