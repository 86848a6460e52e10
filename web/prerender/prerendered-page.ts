import { jsonInHtml } from '../src/lib/json-in-html.ts';
import type { PublicPage } from './public-pages.ts';

export type RenderedPage = { html: string; answers: object };

/** Tags that React lifts into the head; in prerendered HTML they come first. */
const headTag = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)/;

/**
 * Puts a rendered page into the built template: its title and description into the head, the rest into `#root`, which
 * names the address that it was rendered for and says whether any query may follow it, and behind it the answers of the
 * API that it shows.
 * @throws Error when the template has no place for it
 */
export function fillTemplate(
  template: string,
  { path, isForAnyQuery }: Pick<PublicPage, 'path' | 'isForAnyQuery'>,
  { html: rendered, answers }: RenderedPage,
): string {
  let head = '';
  let body = rendered;
  for (let tag = headTag.exec(body); tag; tag = headTag.exec(body)) {
    head += `    ${tag[0]}\n`;
    body = body.slice(tag[0].length);
  }
  if (!head.includes('<title>')) throw new Error('The page has no title.');
  // A data block is never run.
  if (/<script(?! type="application\/(?:ld\+)?json")/.test(body))
    throw new Error('The page has a script of its own, which its security policy forbids.');
  const place = '<div id="root"></div>';
  if (!template.includes(place) || !template.includes('</head>'))
    throw new Error('The template has no #root.');
  const root = `<div id="root" data-path="${path}"${isForAnyQuery ? ' data-any-query' : ''}>`;
  return template
    .replace('</head>', () => `${head}  </head>`)
    .replace(place, () => `${root}${body}</div>${dataBlock(answers)}`);
}

/** It is never run as a script, so the security policy allows it. */
function dataBlock(answers: object): string {
  return `<script type="application/json" id="page-data">${jsonInHtml(answers)}</script>`;
}

/** The file that a CDN serves at a path: `/` is index.html, `/returns` is returns.html. */
export function fileOf(path: string): string {
  return path === '/' ? 'index.html' : `${path.slice(1)}.html`;
}

/** What search engines read about the shop, in the head of its front page. */
export function describeShop(page: string, things: readonly object[]): string {
  const block = `  <script type="application/ld+json">${jsonInHtml(things)}</script>\n  </head>`;
  return page.replace('</head>', () => block);
}

/** What the empty app shows is private, or is not known yet. */
export function hiddenFromSearch(template: string): string {
  return template.replace('</head>', '  <meta name="robots" content="noindex">\n  </head>');
}
