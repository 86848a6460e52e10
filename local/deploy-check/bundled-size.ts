import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

type LockedPackage = {
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

const compress = promisify(brotliCompress);
const sizes = new Map<string, Promise<number>>();

/**
 * Bytes of a function as Supabase bundles it: its files and all files of the npm packages that it needs, imported or not,
 * compressed (supabase/edge-runtime, `build_npm_vfs` in crates/deno_facade/eszip/vfs.rs). Here each package is compressed
 * separately, which is slightly larger.
 * @param files by path, with a `deno.json` that names the packages
 */
export async function bundledSize(root: string, files: ReadonlyMap<string, string>): Promise<number> {
  const settings = [...files].find(([path]) => path.endsWith('/deno.json'))?.[1] ?? '{}';
  const { imports = {} } = JSON.parse(settings) as { imports?: Record<string, string> };
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const needed = new Set<string>();
  const add = (name: string, parent: string) => {
    const path = pathOf(name, parent, packages);
    if (path === null || needed.has(path)) return;
    needed.add(path);
    const { dependencies, peerDependencies, peerDependenciesMeta } = packages[path] ?? {};
    for (const next of Object.keys({ ...dependencies, ...peerDependencies }))
      if (!peerDependenciesMeta?.[next]?.optional) add(next, path);
  };
  for (const name of Object.keys(imports)) add(name, '');

  const own = compressed(Buffer.from([...files.values()].join('\n')));
  const all = await Promise.all([own, ...[...needed].map((path) => sizeOf(join(root, path)))]);
  return all.reduce((sum, size) => sum + size, 0);
}

/** Where npm installed a package for the one that depends on it: nested in it, or in a parent folder. */
function pathOf(name: string, parent: string, packages: Record<string, unknown>): string | null {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const path = `${folder}${folder && '/'}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '') return null;
  }
}

function sizeOf(folder: string): Promise<number> {
  const size = sizes.get(folder) ?? compressed(Buffer.concat(filesOf(folder)));
  sizes.set(folder, size);
  return size;
}

/** Without nested packages, which are counted separately. */
function filesOf(folder: string): Buffer[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules') return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesOf(path) : readFileSync(path);
  });
}

async function compressed(content: Buffer): Promise<number> {
  return (await compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })).length;
}
