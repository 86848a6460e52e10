import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { headerSettings } from '../../web/site-headers.ts';
import { bundleFunctions } from '../stack/function-bundles.ts';
import { buildSite } from '../stack/site-build.ts';
import type { SiteFiles } from './netlify-site.ts';
import { edgeFindings, edgeFunctions, siteFindings } from './netlify-findings.ts';
import { type Migration, migrationsIn, shopTexts } from './project-database.ts';
import { migrationFindings } from './released-migrations.ts';
import { sampleSite } from './sample-site.ts';
import { DeployError, reasonOf } from './vendor-api.ts';

/** Supabase bundles at most 5 MB: https://supabase.com/docs/guides/functions/limits */
const mostBundleBytes = 5_000_000;
const edgeFolder = '.netlify/internal/edge-functions';

/** As `git describe` takes them. */
const tags = ['--tags', '--match', 'v[0-9]*'];

/** A commit of the shop as it is deployed. */
export type ShopRelease = {
  /** The folder in which it is checked out. */
  root: string;
  /** The full hash. */
  commit: string;
  /** Its tag, e.g. `v1.2.0`; else the last one and the commit. */
  version: string;
  migrations: Migration[];
  /** SQL that writes the first texts of a new shop's pages. */
  texts(): string;
  /** @throws DeployError when the folder is not as its commit */
  refuseChanges(): void;
  /** One sentence for each thing that must not be deployed, about this folder alone. */
  findings(): Promise<string[]>;
  /** Text by function name. */
  functions(): Promise<Map<string, string>>;
  /** Builds the site with these settings; the functions must run already, for the pages show the products. */
  site(settings: Record<string, string>): Promise<SiteFiles>;
  /** Whether the second commit is the first or comes after it; commits by hash or tag. */
  isAncestor(ancestor: string, descendant: string): boolean;
  /** The newest tag before a commit. */
  tagBefore(commit: string): string | undefined;
  /** The release of another commit, in a folder of its own until `remove`. @throws DeployError when it is not here */
  at(ref: string): ShopRelease;
  remove(): void;
};

/**
 * What is checked out in a folder.
 * @throws DeployError when it is no clone
 */
export function shopRelease(root: string, remove = () => {}): ShopRelease {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  const answerOf = (...args: string[]) => {
    try {
      return git(...args);
    } catch {
      return undefined;
    }
  };
  const commit = answerOf('rev-parse', 'HEAD');
  if (commit === undefined)
    throw new DeployError('This folder is no clone of a git repository: a release is a commit.');
  const version = git('describe', ...tags, '--always');
  return {
    root,
    commit,
    version,
    migrations: migrationsIn(join(root, 'supabase/migrations')),
    texts: () => readFileSync(join(root, shopTexts), 'utf8'),
    refuseChanges: () => {
      if (git('status', '--porcelain') !== '')
        throw new DeployError('There are changes without a commit: commit them, for a release is a commit.');
    },
    findings: () => folderFindings(root),
    functions: () => bundleFunctions(root, undefined, version),
    site: (settings) => builtSite(root, settings),
    isAncestor: (...commits) => answerOf('merge-base', '--is-ancestor', ...commits) !== undefined,
    tagBefore: (later) => answerOf('describe', ...tags, '--abbrev=0', `${later}^`),
    at: (ref) => checkedOut(root, ref, git),
    remove,
  };
}

/** What would go wrong when this folder is deployed. Needs no account and no network. */
export async function folderFindings(root: string): Promise<string[]> {
  const sample = sampleSite(headerSettings({ FUNCTIONS_URL: 'https://abcdef.supabase.co/functions/v1' }));
  try {
    return [
      ...(await edgeFindings(root)),
      ...(await siteFindings(sample.folder, join(root, 'netlify.toml'))),
      ...(await sizeFindings(root)),
      ...(await migrationFindings(root)),
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

async function builtSite(root: string, settings: Record<string, string>): Promise<SiteFiles> {
  await buildSite(root, settings);
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

/** Packages are installed again only where the lock file differs. */
function checkedOut(root: string, ref: string, git: (...args: string[]) => string): ShopRelease {
  const folder = mkdtempSync(join(tmpdir(), 'shop-release-'));
  const remove = () => {
    if (existsSync(join(folder, '.git'))) git('worktree', 'remove', '--force', folder);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    git('worktree', 'add', '--detach', '--force', folder, ref);
    const lockOf = (of: string) => readFileSync(join(of, 'package-lock.json'), 'utf8');
    if (lockOf(folder) === lockOf(root))
      symlinkSync(resolve(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    else
      execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
        cwd: folder,
        stdio: 'pipe',
        shell: process.platform === 'win32',
      });
    return shopRelease(folder, remove);
  } catch (error) {
    remove();
    throw new DeployError(
      `${ref} could not be checked out: ${reasonOf(error)} Is it here? git fetch --tags.`,
    );
  }
}
