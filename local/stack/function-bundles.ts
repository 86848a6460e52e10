import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

/** Folders of `supabase/functions` that are functions: not `_shared`, with an `index.ts`. */
export function functionNames(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('_') && existsSync(join(folder, name, 'index.ts')))
    .sort();
}

/**
 * Each function with everything that it imports, as one file of JavaScript: what runs here and in the tests is, byte for
 * byte, what is deployed, with the packages of package-lock.json. Only Node's own modules (`node:…`) are left to the
 * platform. The same sources and packages give the same text in every folder.
 * @param root of the project
 * @param version that its functions say of themselves; without it `local`
 * @returns text by function name
 * @throws Error with esbuild's messages when an import is not found
 */
export async function bundleFunctions(
  root: string,
  names: readonly string[] = functionNames(join(root, 'supabase/functions')),
  version?: string,
): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: names.map((name) => ({ in: `supabase/functions/${name}/index.ts`, out: name })),
    bundle: true,
    write: false,
    outdir: 'bundles',
    format: 'esm',
    target: 'es2022',
    // The builds of packages for a web worker, which is what the platform runs functions in.
    platform: 'browser',
    conditions: ['worker'],
    external: ['node:*'],
    jsx: 'automatic',
    // The font of papers is in the text too: a function reads no files.
    loader: { '.ttf': 'dataurl' },
    // It needs none of this unpacker of web fonts, which takes as long to begin as a paper to make.
    alias: { 'brotli/decompress.js': 'data:text/javascript,export default null' },
    define: {
      'process.env.NODE_ENV': '"production"',
      ...(version && { SHOP_VERSION: JSON.stringify(version) }),
    },
    // Paths stand in the text: those of this folder, also where node_modules is a link to another.
    preserveSymlinks: true,
    legalComments: 'none',
    logLevel: 'silent',
  });
  return new Map(outputFiles.map(({ path, text }) => [basename(path, '.js'), text]));
}
