import type { Rolldown } from 'vite';

/** The fields of a built file that are used here. */
export type BuiltFile = Pick<Rolldown.OutputChunk, 'type' | 'fileName' | 'isEntry' | 'moduleIds'> &
  Pick<Rolldown.OutputChunk, 'imports' | 'dynamicImports'> & {
    viteMetadata?: { importedCss: Iterable<string>; importedAssets: Iterable<string> };
  };

/**
 * The paths of the scripts, styles and fonts that a shopper may need: what the app loads at first or later, without
 * the dashboard and what only the dashboard loads.
 */
export function storefrontFiles(chunks: readonly BuiltFile[]): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const files = new Set<string>();
  const collect = (chunk: BuiltFile | undefined) => {
    if (!chunk || files.has(chunk.fileName) || isOfDashboard(chunk)) return;
    files.add(chunk.fileName);
    for (const file of chunk.viteMetadata?.importedCss ?? []) files.add(file);
    for (const file of chunk.viteMetadata?.importedAssets ?? []) files.add(file);
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) collect(byName.get(name));
  };
  chunks.filter(({ isEntry }) => isEntry).forEach(collect);
  return [...files].sort();
}

const isOfDashboard = ({ moduleIds }: BuiltFile) =>
  moduleIds.some((module) => module.includes('/web/src/dashboard/'));
