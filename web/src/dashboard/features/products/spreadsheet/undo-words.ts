import type { ProductImport } from '@contract/product-imports.ts';

/** What undoing an import does to the products that it changed and to the new ones. */
export function undoWords({ fileName, changed, made }: ProductImport): string {
  const back =
    changed === 1
      ? `The product that “${fileName}” changed gets back the values of exactly the cells that it changed.`
      : `The ${changed} products that “${fileName}” changed get back the values of exactly the cells that it changed.`;
  const gone =
    made === 1
      ? 'The new one is deleted, or archived if somebody has ordered it.'
      : `The ${made} new ones are deleted, or archived if somebody has ordered them.`;
  return [changed > 0 ? back : '', made > 0 ? gone : ''].filter(Boolean).join(' ');
}
