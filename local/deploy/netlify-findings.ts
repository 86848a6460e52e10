import { join, relative, resolve } from 'node:path';
import { resolveConfig } from '@netlify/config';
import { type Declaration, find } from '@netlify/edge-bundler';
import { type EdgeBundle, edgeBundle, type EdgeRoute } from './edge-bundle.ts';
import { netlifySite } from './site-rules.ts';
import { expectedAnswers } from './sample-site.ts';

/** The parts of `netlify.toml` that are checked. */
type NetlifyConfig = { edge_functions?: Declaration[]; build: { edge_functions?: string; command?: string } };

/** Requests and whether the edge proxy must answer them. Each run is billed; other requests are for files. */
const requests: readonly [method: string, path: string, isProxied: boolean][] = [
  ['GET', '/api/products', true],
  ['POST', '/api/orders', true],
  ['DELETE', '/api/cart/items/1', true],
  ['HEAD', '/api/products', true],
  ['POST', '/payment/success', true],
  ['GET', '/payment/success', false],
  ['GET', '/', false],
  ['GET', '/apis', false],
  ['GET', '/assets/app-1.js', false],
  ['GET', '/product/sold', false],
  ['POST', '/checkout', false],
];

/** One sentence for each problem that a deploy of this folder to Netlify would have; nothing is sent. */
export async function edgeFindings(root: string): Promise<string[]> {
  try {
    const { folder, declarations } = await edgeDeclarations(root);
    // All that are directly in the folder, including tests and modules.
    const strays = (await find([folder])).filter(
      ({ name }) => !declarations.some((declaration) => declaration.function === name),
    );
    if (strays.length > 0)
      return strays.map(
        ({ path }) =>
          `${relative(root, path)}: Netlify would run this as an edge function; move it into a folder below.`,
      );
    const { routes } = await edgeBundle(root, folder, declarations);
    return requests
      .filter(
        ([method, path, isProxied]) => routes.some((route) => answers(route, method, path)) !== isProxied,
      )
      .map(([method, path, isProxied]) =>
        isProxied
          ? `netlify.toml: no edge function answers ${method} ${path}.`
          : `netlify.toml: an edge function runs, and is billed, for ${method} ${path}.`,
      );
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** The same for the files of a site, below the rules of its folder and of `netlify.toml`. */
export async function siteFindings(folder: string, configFile: string): Promise<string[]> {
  const site = await netlifySite(folder, configFile);
  const findings = site.errors.map((message) => `Netlify does not understand a rule: ${message}`);
  for (const [path, status, file] of expectedAnswers) {
    const answer = await site.answer(path);
    if (answer.status !== status || answer.file !== file)
      findings.push(
        `${path}: Netlify answers ${answer.status} with ${answer.file}, not ${status} with ${file}.`,
      );
    findings.push(...missingHeaders(path, answer.headers));
  }
  return findings;
}

/** The edge functions of this folder, bundled. */
export async function edgeFunctions(root: string): Promise<EdgeBundle> {
  const { folder, declarations } = await edgeDeclarations(root);
  return edgeBundle(root, folder, declarations);
}

async function edgeDeclarations(root: string): Promise<{ folder: string; declarations: Declaration[] }> {
  const { config } = await resolveConfig({
    cwd: root,
    repositoryRoot: root,
    config: join(root, 'netlify.toml'),
    context: 'production',
    branch: 'main',
    mode: 'cli',
    // Without a request to Netlify, and without output.
    offline: true,
    buffer: true,
  });
  const { edge_functions: declarations = [], build } = config as NetlifyConfig;
  return { folder: resolve(build.edge_functions ?? join(root, 'netlify', 'edge-functions')), declarations };
}

function answers({ pattern, methods }: EdgeRoute, method: string, path: string): boolean {
  return new RegExp(pattern).test(path) && (methods.length === 0 || methods.includes(method));
}

function missingHeaders(path: string, headers: Record<string, string>): string[] {
  const findings = ['Content-Security-Policy', 'Strict-Transport-Security', 'X-Content-Type-Options']
    .filter((name) => !(name in headers))
    .map((name) => `${path}: Netlify sends no ${name}.`);
  const isCached = headers['Cache-Control']?.includes('immutable') ?? false;
  if (isCached !== path.startsWith('/assets/'))
    findings.push(`${path}: browsers ${isCached ? 'cache it for ever' : 'request it again each time'}.`);
  return findings;
}
