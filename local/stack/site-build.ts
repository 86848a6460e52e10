import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FunctionsAccess } from '../../web/build-settings.ts';
import { allProducts, apiOf } from '../../web/prerender/shop-api.ts';
import { runTool } from '../testing/tool-run.ts';
import { localSecrets } from './local-secrets.ts';
import { makeOnce } from './make-once.ts';
import type { StackDescription } from './stack-description.ts';

/** What the built site is made of; tests and prose beside it change nothing. */
const sources = ['web', 'supabase/functions/_shared/contract', 'package-lock.json', 'tsconfig.json'];
const notSources = /(^|\/)(dist|e2e|edge|testing|node_modules)(\/|$)|\.test\.tsx?$/;

/** What the built site was made from. */
const stamp = join('web', 'dist', 'built-from.txt');

/**
 * Builds the site into `web/dist`, with the products that a running shop has, unless what is there was built from these
 * very sources and products. Two starts in one checkout build one after the other. Returns whether it built.
 * @throws Error with what the build said
 */
export async function buildSiteWhenChanged(functions: FunctionsAccess): Promise<boolean> {
  const wanted = fingerprint(await cataloguePrint(functions));
  const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  return makeOnce(join('node_modules', '.site-build.lock'), isBuilt, async () => {
    await buildSite(functions);
    writeFileSync(stamp, wanted);
  });
}

async function buildSite(functions: FunctionsAccess): Promise<void> {
  // In a process of its own: the memory it takes is free again afterwards.
  const { isGood, stdout, stderr } = await runTool(
    'vite',
    ['build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'],
    {
      // Under a test runner this says "test", and React's development build would be served as the shop.
      NODE_ENV: 'production',
      FUNCTIONS_URL: functions.url,
      EDGE_PROXY_SECRET: functions.secret,
      // With DEMO=off, a shop that waits for its backup.
      EMPTY_SHOP: 'on',
      // A shop on one machine reports its errors to nobody.
      VITE_SENTRY_DSN: '',
    },
  );
  if (!isGood) throw new Error(`The site was not built:\n${stdout}${stderr}`);
}

/** The same for a stack that runs. @param stack its origin of Supabase, and where its secrets are */
export async function buildSiteOf({ addresses, dataFolder }: StackDescription): Promise<boolean> {
  const { edgeProxySecret } = await localSecrets(dataFolder);
  return buildSiteWhenChanged({ url: `${addresses.supabase}/functions/v1`, secret: edgeProxySecret });
}

/** What the pages say of the products. Stock is left out: it changes with every order, and pages refresh it. */
async function cataloguePrint(functions: FunctionsAccess): Promise<string> {
  const products = await allProducts(apiOf(functions, 'http://127.0.0.1'), true);
  return JSON.stringify(products.map((product) => ({ ...product, stock: 0, updatedAt: '' })));
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
