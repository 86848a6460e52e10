import { jsonInHtml } from '../src/lib/format/json-in-html.ts';
import type { PublicPage } from './public-pages.ts';

export type RenderedPage = { html: string; queries: object };

/** Tags that React moves into the head; in prerendered HTML they come first. */
const headTag = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)/;

/**
 * Puts a rendered page into the built template: its title and description into the head, the rest into `#root`, which
 * has the path that it was rendered for and whether it fits any query string; then the query data that it shows.
 * @throws Error when the template has no place for it
 */
export function fillTemplate(
  template: string,
  { path, isForAnyQuery }: Pick<PublicPage, 'path' | 'isForAnyQuery'>,
  { html: rendered, queries }: RenderedPage,
): string {
  let head = '';
  let body = rendered;
  for (let tag = headTag.exec(body); tag; tag = headTag.exec(body)) {
    head += `    ${tag[0]}\n`;
    body = body.slice(tag[0].length);
  }
  if (!head.includes('<title>')) throw new Error('The page has no title.');
  // A data block is not run as a script.
  if (/<script(?! type="application\/(?:ld\+)?json")/.test(body))
    throw new Error('The page has a script of its own, which its security policy forbids.');
  const rootElement = '<div id="root"></div>';
  if (!template.includes(rootElement) || !template.includes('</head>'))
    throw new Error('The template has no #root.');
  const root = `<div id="root" data-path="${path}"${isForAnyQuery ? ' data-any-query' : ''}>`;
  return template
    .replace('</head>', () => `${head}  </head>`)
    .replace(rootElement, () => `${root}${body}</div>${dataBlock(queries)}`);
}

/** The empty app with data for its queries. */
export const withQueries = (template: string, queries: object): string =>
  template.replace('</body>', () => `${dataBlock(queries)}</body>`);

/** Not run as a script, so the security policy allows it. */
function dataBlock(queries: object): string {
  return `<script type="application/json" id="page-data">${jsonInHtml(queries)}</script>`;
}

/** The file that a CDN serves at a path: `/` is index.html, `/returns` is returns.html. */
export function fileOf(path: string): string {
  return path === '/' ? 'index.html' : `${path.slice(1)}.html`;
}

/** Adds the shop's structured data to the head of its home page. */
export function describeShop(page: string, data: readonly object[]): string {
  const block = `  <script type="application/ld+json">${jsonInHtml(data)}</script>\n  </head>`;
  return page.replace('</head>', () => block);
}

/** Adds noindex: the empty app shows private or unknown pages. */
export function hiddenFromSearch(template: string): string {
  return template.replace('</head>', '  <meta name="robots" content="noindex">\n  </head>');
}
