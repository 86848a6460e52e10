import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { functionsAccess, isWorkerOff, originOf } from '../build-settings.ts';
import { appShell } from '../site-addresses.ts';
import { apiOf, shopDetailsOf } from '../prerender/shop-api.ts';
import { appIcons } from './app-icons.ts';
import { manifestPath, shopManifest } from './shop-manifest.ts';
import { type BuiltFile, storefrontFiles } from './storefront-files.ts';

/** The worker's path: at the root, because it serves the pages below its own path. */
export const workerFile = 'service-worker.js';

/**
 * Makes the site installable, and writes the service worker that caches the shop's files on a device; with
 * SERVICE_WORKER=off the one that removes it from every device that opens the shop. Runs after the prerendered pages,
 * of which it caches the empty one.
 */
export function buildWorker(): Plugin {
  let config: ResolvedConfig;
  let files: string[] | undefined;
  return {
    name: 'build-worker',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved: (resolved) => {
      config = resolved;
    },
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: manifestPath }, injectTo: 'head' },
      { tag: 'link', attrs: { rel: 'apple-touch-icon', href: '/icons/192.png' }, injectTo: 'head' },
    ],
    async generateBundle() {
      const mark = readFileSync(join(config.publicDir, 'favicon.svg'), 'utf8');
      for (const [path, icon] of await appIcons(mark))
        this.emitFile({ type: 'asset', fileName: path.slice(1), source: icon });
      const shop = await shopDetailsOf(apiOf(functionsAccess(process.env), originOf(process.env)));
      const source = JSON.stringify(shopManifest(shop.name));
      this.emitFile({ type: 'asset', fileName: manifestPath.slice(1), source });
    },
    writeBundle(_options, bundle) {
      files = storefrontFiles(
        Object.values(bundle).filter((file): file is typeof file & BuiltFile => file.type === 'chunk'),
      );
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        // Also called after a failed build, whose error must not be hidden by another.
        if (!files) return;
        const outDir = resolve(config.root, config.build.outDir);
        await writeWorker(outDir, isWorkerOff(process.env) ? null : files);
      },
    },
  };
}

/** Writes the worker into a built site. @param files to cache, by name; null for the self-removing worker */
export async function writeWorker(outDir: string, files: readonly string[] | null): Promise<void> {
  const source = files ? 'service-worker.ts' : 'self-removing-worker.ts';
  await build({
    configFile: false,
    logLevel: 'error',
    define: {
      // Workbox logs to the console unless this is production.
      'process.env.NODE_ENV': JSON.stringify('production'),
      precachedFiles: JSON.stringify(files ? precachedFiles(outDir, files) : []),
      appShell: JSON.stringify(`/${appShell}`),
    },
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: fileURLToPath(new URL(source, import.meta.url)),
        output: { format: 'iife', entryFileNames: workerFile },
      },
    },
  });
}

/** The name of a built file changes with its content; any other file has a hash of its content as revision. */
function precachedFiles(outDir: string, files: readonly string[]) {
  const named = files.map((file) => ({ url: `/${file}`, revision: null }));
  const fixed = [appShell, 'drawings.svg', 'favicon.svg'].map((file) => {
    const content = readFileSync(join(outDir, file));
    return { url: `/${file}`, revision: createHash('sha256').update(content).digest('hex').slice(0, 16) };
  });
  return [...named, ...fixed];
}
