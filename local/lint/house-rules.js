import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refusalOfFileName } from './file-names.js';
import { refusalOfImport } from './import-layers.js';

const project = fileURLToPath(new URL('../..', import.meta.url));

/**
 * How this repository is built, as rules of ESLint.
 * @type {import('eslint').ESLint.Plugin}
 */
export const houseRules = {
  rules: {
    'import-layers': {
      meta: { type: 'problem', schema: [], messages: { refused: '{{ refusal }}' } },
      create(context) {
        const file = pathInProject(context.filename);
        /** @type {(source: unknown, isDynamic?: boolean) => void} */
        const check = (source, isDynamic = false) => {
          const node = /** @type {import('estree').Literal | null | undefined} */ (source);
          if (node?.type !== 'Literal' || typeof node.value !== 'string') return;
          const refusal = refusalOfImport(file, node.value, isDynamic);
          if (refusal !== null) context.report({ node, messageId: 'refused', data: { refusal } });
        };
        return {
          ImportDeclaration: (node) => check(node.source),
          ExportNamedDeclaration: (node) => check(node.source),
          ExportAllDeclaration: (node) => check(node.source),
          ImportExpression: (node) => check(node.source, true),
        };
      },
    },
    'file-name': {
      meta: { type: 'problem', schema: [], messages: { refused: '{{ refusal }}' } },
      create(context) {
        return {
          Program(node) {
            const refusal = refusalOfFileName(pathInProject(context.filename));
            if (refusal !== null) context.report({ node, messageId: 'refused', data: { refusal } });
          },
        };
      },
    },
  },
};

/** @param {string} filename */
function pathInProject(filename) {
  return relative(project, filename).split(sep).join('/');
}
