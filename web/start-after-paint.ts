import { createHash } from 'node:crypto';

/** The element that holds a page's scripts until it has been painted. */
const holder = 'scripts';

/**
 * Puts the scripts of a page into its head once the page has been painted: the frame after the first one begins when the
 * first is on the screen. A page that opens in a tab nobody looks at is not painted, and starts at once.
 */
const starter = `(function(){function start(){document.head.append(document.getElementById("${holder}").content.cloneNode(true))}function next(){requestAnimationFrame(start)}document.hidden?start():requestAnimationFrame(next)})()`;

/** The one script that stands in a page itself, as its security policy allows it. */
export const starterSource = `'sha256-${createHash('sha256').update(starter).digest('base64')}'`;

const isScript = /^ *<(?:script type="module"|link rel="modulepreload").*\n/gm;

/**
 * The template of a page that can be read before any script: what it links of scripts is only asked for once its HTML
 * and styles are on the screen, so that neither a slow line nor a slow processor does both at once.
 */
export function startAfterPaint(template: string): string {
  const scripts = (template.match(isScript) ?? []).map((line) => line.trim());
  const preloadsFirst = scripts.sort((a, b) => Number(isRun(a)) - Number(isRun(b)));
  return template
    .replace(isScript, '')
    .replace(
      '</body>',
      () =>
        `  <template id="${holder}">${preloadsFirst.join('')}</template>\n    <script>${starter}</script>\n  </body>`,
    );
}

const isRun = (tag: string) => tag.startsWith('<script');
