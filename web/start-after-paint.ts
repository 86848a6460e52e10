import { createHash } from 'node:crypto';

/** The element that holds a page's scripts until it has been painted. */
const holder = 'scripts';

/**
 * Keeps a press of what is marked `data-early` until the page's scripts run: the press goes no further, and the button shows
 * that it was received. `step 1` changes the number in the field beside it. Of any other with a space, such as
 * `cart {product}`, the tab remembers the press, for the next page when this one is left (`early-presses.ts`). A check box
 * that is pressed twice is as before. `useEarlyPress` carries it out.
 */
const keeper = `(function(){var key="shop.early-presses";function remember(change){try{var stored=JSON.parse(sessionStorage.getItem(key)||'{"version":1,"state":[]}');stored.state=change(stored.state);sessionStorage.setItem(key,JSON.stringify(stored))}catch(error){}}document.addEventListener("click",function(event){var button=event.target.closest&&event.target.closest("[data-early]");if(!button)return;var act=button.dataset.early,bar=button.closest("[data-foot]"),field=bar&&bar.querySelector("input"),pieces=field&&Math.max(1,parseInt(field.value,10)||1)||1,isBox=button.type=="checkbox";if(!isBox)event.stopPropagation();if(act.slice(0,5)=="step "){field.value=Math.max(1,pieces+Number(act.slice(5)));return}var wasPressed="pressed"in button.dataset;if(wasPressed){if(!isBox)return;delete button.dataset.pressed}else{button.dataset.pressed="";if(!isBox)button.setAttribute("aria-busy","true")}if(act.indexOf(" ")>0)remember(function(all){return all.filter(function(one){return one.act!=act}).concat(wasPressed?[]:{act:act,pieces:pieces,at:Date.now()})})},true)})()`;

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
