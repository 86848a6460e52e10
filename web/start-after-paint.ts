import { createHash } from 'node:crypto';

/** The element that holds a page's scripts until it has been painted. */
const holder = 'scripts';

/**
 * Puts the scripts of a page into its head once the page has been painted: the frame after the first one begins when the
 * first is on the screen. A page that opens in a tab nobody looks at is not painted, and starts at once; one that is left
 * before its second frame, or whose browser draws none, starts after a second.
 */
const starter = `(function(){var held=document.getElementById("${holder}");function start(){if(held)document.head.append(held.content.cloneNode(true));held=null}function next(){requestAnimationFrame(start)}if(document.hidden)start();else{requestAnimationFrame(next);setTimeout(start,1000)}})()`;

/** The one script that stands in a page itself, as its security policy allows it. */
export const starterSource = `'sha256-${createHash('sha256').update(starter).digest('base64')}'`;

const isScript = /^ *<(?:script type="module"|link rel="modulepreload").*\n/gm;

/**
 * The template of a page that can be read before any script: what it links of scripts is only asked for once its HTML
 * and styles are on the screen, so that neither a slow connection nor a slow processor does both at once.
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
