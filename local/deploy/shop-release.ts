import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { headerSettings } from '../../web/site-headers.ts';
import { bundleFunctions } from '../stack/function-bundles.ts';
import { runTool } from '../testing/tool-run.ts';
import type { SiteFiles } from './netlify-site.ts';
import { edgeFindings, edgeFunctions, siteFindings } from './netlify-findings.ts';
import { migrationsIn, shopTexts } from './project-database.ts';
import { sampleSite } from './sample-site.ts';
import { DeployError } from './vendor-api.ts';

/** Supabase bundles at most 5 MB: https://supabase.com/docs/guides/functions/limits */
const mostBundleBytes = 5_000_000;
const edgeFolder = '.netlify/internal/edge-functions';

/**
 * What is checked out in a folder.
 * @throws DeployError when it is no clone
 */
export function shopRelease(root: string) {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  return {
    /** The full hash. */
    commit: commitOf(git),
    migrations: migrationsIn(join(root, 'supabase/migrations')),
    /** SQL that writes the first texts of a new shop's pages. */
    texts: () => readFileSync(join(root, shopTexts), 'utf8'),
    /** @throws DeployError when the folder is not as its commit */
    refuseChanges: () => {
      if (git('status', '--porcelain') !== '')
        throw new DeployError('There are changes without a commit: commit them, for a release is a commit.');
    },
    /** One sentence for each thing that must not be deployed, about this folder alone. */
    findings: () => folderFindings(root),
    /** Text by function name. */
    functions: () => bundleFunctions(root),
    /** The same of an earlier commit, with the packages of its lock file. */
    functionsOf: (commit: string) => functionsOfCommit(root, commit, git),
    /** Builds the site with these settings; the functions must run already, for the pages show the products. */
    site: (settings: Record<string, string>) => buildSite(root, settings),
    /** Whether this is the commit or comes after it. */
    descendsFrom: (commit: string) => {
      try {
        git('merge-base', '--is-ancestor', commit, 'HEAD');
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** A commit of the shop as it is deployed. */
export type ShopRelease = ReturnType<typeof shopRelease>;

/** What would go wrong when this folder is deployed. Needs no account and no network. */
export async function folderFindings(root: string): Promise<string[]> {
  const sample = sampleSite(headerSettings({ FUNCTIONS_URL: 'https://abcdef.supabase.co/functions/v1' }));
  try {
    return [
      ...(await edgeFindings(root)),
      ...(await siteFindings(sample.folder, join(root, 'netlify.toml'))),
      ...(await sizeFindings(root)),
    ];
  } finally {
    sample.remove();
  }
}

async function sizeFindings(root: string): Promise<string[]> {
  return [...(await bundleFunctions(root))]
    .filter(([, text]) => Buffer.byteLength(text) > mostBundleBytes)
    .map(([name, text]) => {
      const megabytes = (Buffer.byteLength(text) / 1_000_000).toFixed(1);
      return `${name} has ${megabytes} MB with its packages, and Supabase takes at most ${mostBundleBytes / 1_000_000} MB.`;
    });
}

async function buildSite(root: string, settings: Record<string, string>): Promise<SiteFiles> {
  const { isGood, stdout, stderr } = await runTool(
    'vite',
    ['build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'],
    { NODE_ENV: 'production', ...settings },
  );
  if (!isGood) throw new DeployError(`The site was not built:\n${stdout}${stderr}`);
  const folder = join(root, 'web/dist');
  const edge = await edgeFunctions(root);
  return {
    files: new Map([
      ...filesOf(folder).map(
        (path) => [relative(folder, path).replaceAll('\\', '/'), readFileSync(path)] as const,
      ),
      ...[...edge.files].map(([name, body]) => [`${edgeFolder}/${name}`, body] as const),
    ]),
    edgeFunctions: new Map(
      [...edge.formats].map(([format, name]) => [format, edge.files.get(name) ?? new Uint8Array()]),
    ),
  };
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** In a folder of its own. Packages are installed again only where the lock file differs. */
async function functionsOfCommit(
  root: string,
  commit: string,
  git: (...args: string[]) => string,
): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-release-'));
  try {
    git('worktree', 'add', '--detach', '--force', folder, commit);
    const lockOf = (of: string) => readFileSync(join(of, 'package-lock.json'), 'utf8');
    if (lockOf(folder) === lockOf(root))
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    else
      execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
        cwd: folder,
        stdio: 'pipe',
        shell: process.platform === 'win32',
      });
    return await bundleFunctions(folder);
  } catch (error) {
    throw new DeployError(
      `The functions of ${commit} could not be bundled: ${error instanceof Error ? error.message : String(error)}`,
    );
  } finally {
    if (existsSync(join(folder, '.git'))) git('worktree', 'remove', '--force', folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

function commitOf(git: (...args: string[]) => string): string {
  try {
    return git('rev-parse', 'HEAD');
  } catch {
    throw new DeployError('This folder is no clone of a git repository: a release is a commit.');
  }
}
