import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { bundle, type Declaration } from '@netlify/edge-bundler';

/** A route on which Netlify would run an edge function: addresses that match, with these methods or all. */
export type EdgeRoute = { pattern: string; methods: string[] };

/** Where each edge function runs, and the files that a deploy uploads of them: bundles by format, and all by name. */
export type EdgeBundle = {
  routes: EdgeRoute[];
  formats: Map<string, string>;
  files: Map<string, Uint8Array>;
};

/**
 * Bundles the functions of a folder as a deploy does, with the Deno of this project.
 * @param root of the project: paths in the bundle are below it, so that another folder gives the same bundle
 * @param declarations the `edge_functions` of `netlify.toml`
 * @throws Netlify's error when a file of the folder is not an edge function or cannot be bundled
 */
export async function edgeBundle(
  root: string,
  folder: string,
  declarations: Declaration[],
): Promise<EdgeBundle> {
  const output = mkdtempSync(join(tmpdir(), 'shop-edge-'));
  const path = process.env.PATH;
  // The bundler has no setting for Deno: it looks for one in PATH and would otherwise download it.
  process.env.PATH = `${resolve('node_modules', 'deno')}${delimiter}${path}`;
  try {
    const dist = join(output, 'dist');
    const { manifest } = await bundle([resolve(folder)], dist, declarations, {
      basePath: resolve(root),
      // The Deno of this project is that of Supabase's platform, as near as npm has it, which is older than Netlify's own.
      featureFlags: { edge_bundler_deno_v2: false },
      cacheDirectory: join(output, 'cache'),
      onBeforeDownload: () => {
        throw new Error('Netlify’s bundler does not accept the Deno of this project.');
      },
      systemLogger: () => {},
      userLogger: () => {},
    });
    return {
      routes: [...manifest.routes, ...manifest.post_cache_routes].map((route) => ({
        pattern: route.pattern,
        methods: route.methods ?? [],
      })),
      formats: new Map(manifest.bundles.map(({ format, asset }) => [format, asset])),
      files: new Map(readdirSync(dist).map((name) => [name, readFileSync(join(dist, name))])),
    };
  } finally {
    process.env.PATH = path;
    rmSync(output, { recursive: true, force: true });
  }
}
