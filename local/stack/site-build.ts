import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** What the built site is made of; tests and prose beside it change nothing. */
const sources = ['web', 'supabase/functions/_shared/contract', 'package-lock.json', 'tsconfig.json'];
const notSources = /(^|\/)(dist|e2e|edge|testing|node_modules)(\/|$)|\.test\.tsx?$/;

/**
 * Builds the site into `web/dist` unless what is there was built from these very sources.
 * Returns whether it built.
 */
export async function buildSiteWhenChanged(): Promise<boolean> {
  const stamp = join('web', 'dist', 'built-from.txt');
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false;
  const { NODE_ENV } = process.env;
  // Under a test runner this says "test", and React's development build would be served as the shop.
  process.env.NODE_ENV = 'production';
  try {
    await build({ configFile: 'web/vite.config.ts', logLevel: 'warn' });
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
  writeFileSync(stamp, wanted);
  return true;
}

function fingerprint(): string {
  const hash = createHash('sha256');
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
