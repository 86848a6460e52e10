import type { ProductImport } from '@contract/product-imports.ts';

/** What undoing an import does; what it had none of is not told. */
export function undoWords({ fileName, changed, made }: ProductImport): string {
  const back =
    changed === 1
      ? `The product that “${fileName}” changed gets back exactly the cells that it changed.`
      : `The ${changed} products that “${fileName}” changed get back exactly the cells that it changed.`;
  const gone =
    made === 1
      ? 'The new one is erased, or archived when somebody has ordered it.'
      : `The ${made} new ones are erased, or archived when somebody has ordered them.`;
  return [changed > 0 ? back : '', made > 0 ? gone : ''].filter(Boolean).join(' ');
}
