import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { bundle, type Declaration, find } from '@netlify/edge-bundler';

/** A function that Netlify would run before the site's files: on the addresses that match, with these methods or all. */
export type EdgeRoute = { function: string; pattern: string; methods: string[] };

/** Files of a folder that Netlify takes for edge functions: all that lie directly in it, also a test or a part of another. */
export async function edgeFunctionFiles(folder: string): Promise<{ name: string; path: string }[]> {
  return find([resolve(folder)]);
}

/**
 * Bundles the functions of a folder as a deploy does, with the Deno of this project, and throws the bundle away.
 * @param declarations the `edge_functions` of `netlify.toml`
 * @throws Error in Netlify's words when a file of the folder is no edge function or cannot be bundled
 */
export async function edgeRoutes(folder: string, declarations: Declaration[]): Promise<EdgeRoute[]> {
  const output = mkdtempSync(join(tmpdir(), 'shop-edge-'));
  const path = process.env.PATH;
  // The bundler takes no path of Deno: it looks for one among the programs, and would otherwise download it.
  process.env.PATH = `${resolve('node_modules', 'deno')}${delimiter}${path}`;
  try {
    const { manifest } = await bundle([resolve(folder)], join(output, 'dist'), declarations, {
      basePath: resolve('.'),
      cacheDirectory: join(output, 'cache'),
      onBeforeDownload: () => {
        throw new Error('The Deno of this project is not one that Netlify’s bundler takes.');
      },
      systemLogger: () => {},
      userLogger: () => {},
    });
    return [...manifest.routes, ...manifest.post_cache_routes].map((route) => ({
      function: route.function,
      pattern: route.pattern,
      methods: route.methods ?? [],
    }));
  } finally {
    process.env.PATH = path;
    rmSync(output, { recursive: true, force: true });
  }
}
