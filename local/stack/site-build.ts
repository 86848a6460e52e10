import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FunctionsAccess } from '../../web/build-settings.ts';
import { allProducts, apiOf, shopDetailsOf } from '../../web/prerender/shop-api.ts';
import { DeployError } from '../deploy/vendor-api.ts';
import { runTool } from '../testing/tool-run.ts';
import { localSecrets } from './local-secrets.ts';
import { makeOnce } from './make-once.ts';
import type { StackDescription } from './stack-description.ts';

/** The sources of the built site, without tests and documentation. */
const sources = ['web', 'supabase/functions/_shared/contract', 'package-lock.json', 'tsconfig.json'];
const notSources = /(^|\/)(dist|e2e|edge|testing|node_modules)(\/|$)|\.test\.tsx?$/;

/** Records the fingerprint of the sources of the built site. */
const stampFile = join('web', 'dist', 'built-from.txt');

/**
 * Builds the site into `web/dist` with the products of a running shop, unless it was already built from the same sources
 * and products. Two starts in one checkout build one after the other. Returns whether it built.
 * @throws Error with the output of the build
 */
export async function buildSiteWhenChanged(functions: FunctionsAccess): Promise<boolean> {
  const wanted = fingerprint(await catalogueFingerprint(functions));
  const isBuilt = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted;
  return makeOnce(join('node_modules', '.site-build.pid'), isBuilt, async () => {
    await buildSite('.', {
      FUNCTIONS_URL: functions.url,
      EDGE_PROXY_SECRET: functions.secret,
      // With DEMO=off the shop has no products until a backup is restored.
      EMPTY_SHOP: 'on',
    });
    writeFileSync(stampFile, wanted);
  });
}

/**
 * Builds the site of a folder with these settings, in a separate process, so that its memory is freed afterwards.
 * @throws DeployError with the output of the build
 */
export async function buildSite(root: string, settings: Record<string, string>): Promise<void> {
  const { isGood, stdout, stderr } = await runTool(
    'vite',
    ['build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'],
    // A test runner sets "test", which would build React's development version.
    { NODE_ENV: 'production', ...settings },
    root,
  );
  if (!isGood) throw new DeployError(`The site was not built:\n${stdout}${stderr}`);
}

/** The same for a running stack. */
export async function buildSiteOf({ addresses, dataFolder }: StackDescription): Promise<boolean> {
  const { edgeProxySecret } = await localSecrets(dataFolder);
  return buildSiteWhenChanged({ url: `${addresses.supabase}/functions/v1`, secret: edgeProxySecret });
}

/** The products and the shop's details as shown on the pages. Without stock, which changes with every order and is refreshed by the pages. */
async function catalogueFingerprint(functions: FunctionsAccess): Promise<string> {
  const api = apiOf(functions, 'http://127.0.0.1');
  const products = await allProducts(api, true);
  const shown = products.map((product) => ({ ...product, stock: 0, updatedAt: '' }));
  return JSON.stringify([shown, await shopDetailsOf(api)]);
}

function fingerprint(catalogue: string): string {
  const hash = createHash('sha256').update(catalogue);
  const add = (path: string) => {
    if (notSources.test(path)) return;
    const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const child = `${path}/${entry.name}`;
      if (entry.isDirectory()) add(child);
      else if (!notSources.test(child))
        hash.update(child).update('\0').update(readFileSync(child)).update('\0');
    }
  };
  for (const source of sources) {
    if (source.includes('.')) hash.update(readFileSync(source));
    else add(source);
  }
  return hash.digest('hex');
}
