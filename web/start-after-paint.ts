import { createHash } from 'node:crypto';

/** The element that holds a page's scripts until it has been painted. */
const holder = 'scripts';

/**
 * Keeps a press of a button marked `data-early` until the page's scripts run: the press goes no further, and the button
 * shows that it was received. `useEarlyPress` carries it out.
 */
const keeper = `document.addEventListener("click",function(event){var button=event.target.closest&&event.target.closest("[data-early]");if(button){event.stopPropagation();button.dataset.pressed="";button.setAttribute("aria-busy","true")}},true)`;

/**
 * Adds the scripts of a page to its head once the page has been painted: the second frame starts when the first is on
 * screen. A page in a background tab is not painted, and starts at once; one that is hidden before its second frame,
 * or whose browser draws none, starts after a second.
 */
const starter = `${keeper};(function(){var held=document.getElementById("${holder}");function start(){if(held)document.head.append(held.content.cloneNode(true));held=null}function next(){requestAnimationFrame(start)}if(document.hidden)start();else{requestAnimationFrame(next);setTimeout(start,1000)}})()`;

/** The source expression that allows the inline script in the security policy. */
export const starterSource = `'sha256-${createHash('sha256').update(starter).digest('base64')}'`;

const isScript = /^ *<(?:script type="module"|link rel="modulepreload").*\n/gm;

/**
 * Makes a page readable before its scripts: they are requested only once its HTML and styles are on screen, so that a
 * slow connection or processor does not handle both at once.
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
