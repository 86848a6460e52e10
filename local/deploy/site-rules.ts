import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Header, parseAllHeaders } from '@netlify/headers-parser';
import { parseAllRedirects } from '@netlify/redirect-parser';
import redirector, { type RedirectRule } from 'netlify-redirector';

/** What Netlify answers at an address: which file with which status, and the headers that the site adds. */
type SiteAnswer = { status: number; file: string; headers: Record<string, string> };

type NetlifySite = {
  /** @param path without a query */
  answer(path: string): Promise<SiteAnswer>;
  /** What Netlify's parsers do not understand; they leave such a rule out. */
  errors: string[];
};

/**
 * A folder as Netlify serves it, read by Netlify's own parsers and matched by its own engine: a file first, then the
 * first rule of `_redirects` and `netlify.toml`, then `404.html`. Rules to elsewhere and with conditions are not followed.
 * https://docs.netlify.com/manage/routing/redirects/redirect-options
 */
export async function netlifySite(folder: string, configFile: string): Promise<NetlifySite> {
  const parsedRules = await parseAllRedirects({
    redirectsFiles: [join(folder, '_redirects')],
    netlifyConfigPath: configFile,
    configRedirects: [],
    minimal: false,
  });
  const rules = (parsedRules.redirects as (RedirectRule & { from: string })[]).map(({ from, ...rule }) => ({
    ...rule,
    origin: from,
  }));
  const parsedHeaders = await parseAllHeaders({
    headersFiles: [join(folder, '_headers')],
    netlifyConfigPath: configFile,
    configHeaders: undefined,
    minimal: false,
  });
  const engine = rules.length > 0 ? await redirector.parseJSON(JSON.stringify(rules), {}) : null;

  const fileAt = (path: string) =>
    [path, `${path.replace(/\/$/, '')}.html`, join(path, 'index.html')]
      .map((name) => name.replace(/^\//, ''))
      .find((name) => existsSync(join(folder, name)) && statSync(join(folder, name)).isFile());
  const headersAt = (path: string) =>
    Object.assign(
      {},
      ...(parsedHeaders.headers as Header[])
        .filter(({ forRegExp }) => forRegExp.test(path))
        .map(({ values }) => values),
    ) as Record<string, string>;

  return {
    errors: [...parsedRules.errors, ...parsedHeaders.errors].map((error: Error) => error.message),
    answer: (path) => {
      const headers = headersAt(path);
      const rule = engine?.match(requestFor(path)) ?? null;
      const file = fileAt(path);
      const asked = rule?.force || file === undefined ? rule : null;
      if (asked) {
        const target = fileAt(asked.to) ?? '404.html';
        return Promise.resolve({ status: asked.status ?? 301, file: target, headers });
      }
      if (file !== undefined) return Promise.resolve({ status: 200, file, headers });
      return Promise.resolve({ status: 404, file: '404.html', headers });
    },
  };
}

function requestFor(path: string) {
  return {
    scheme: 'https',
    host: 'shop.example',
    path: decodeURIComponent(path),
    query: '',
    headers: {},
    cookieValues: {},
    getHeader: () => '',
    getCookie: () => '',
  };
}
