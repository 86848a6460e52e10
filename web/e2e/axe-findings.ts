import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { desktop, phone } from './journey.ts';
import { openSharedPage } from './shared-page.ts';
import { animationsEnded } from './wait-for-page.ts';
import type { Screen } from './screen.ts';

const axeSource = readFileSync(
  fileURLToPath(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url)),
  'utf8',
);
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails when axe reports anything on a screen, at 1440 or at 360 pixels, or when it scrolls sideways. */
export async function expectAccessible({ show, only, expected }: Screen): Promise<void> {
  const sizes = [desktop, phone].filter((size) => !only || size === (only === 'phone' ? phone : desktop));
  const page = await openSharedPage(expected);
  if (sizes[0]) await page.setViewportSize(sizes[0]);
  await show(page);
  const seen = new Set<string>();
  for (const size of sizes) {
    await page.setViewportSize(size);
    // Colours are measured: nothing may still be fading.
    await animationsEnded(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
    await loadJudge(page);
    const layout = await page.evaluate(() => (window as unknown as Judge).judge.layout());
    // axe need not check the same content again at another width.
    if (seen.has(layout)) continue;
    seen.add(layout);
    expect(await findingsOn(page), `at ${size.width} pixels`).toEqual([]);
  }
}

/** The frames in which axe has found nothing: header, footer and navigation in one state, at one width. */
const goodFrames = new Set<string>();

/** The violations that axe finds on the page, one line per element. A frame that was good before is left out. */
export async function findingsOn(page: Page): Promise<string[]> {
  await loadJudge(page);
  const frames = await page.evaluate(() => (window as unknown as Judge).judge.frames());
  const known = frames.flatMap((frame, place) => (goodFrames.has(frame) ? [place] : []));
  const found = await page.evaluate(
    ([tags, places]) => (window as unknown as Judge).judge.findings(tags, places),
    [rules, known] as const,
  );
  if (found.length === 0) for (const frame of frames) goodFrames.add(frame);
  return found;
}

type Judge = {
  judge: {
    layout(): string;
    frames(): string[];
    findings(tags: readonly string[], knownFrames: readonly number[]): Promise<string[]>;
  };
};

/** The site's security policy blocks other scripts, but not code evaluated by the debugger. */
async function loadJudge(page: Page): Promise<void> {
  if (await page.evaluate(() => 'judge' in window)) return;
  await page.evaluate(axeSource);
  await page.evaluate(startJudge);
}

/** Runs in the page. */
function startJudge(): void {
  const targets = 'a, button, input, select, textarea, summary';
  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });

  /** The properties of an element that axe checks and that the width or its position in a list can change. */
  const stylesOf = (element: Element): unknown[] => {
    const style = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    const overflows = scrollWidth > clientWidth || scrollHeight > clientHeight;
    return [
      element.tagName,
      ...[style.color, style.backgroundColor, style.backgroundImage, style.opacity],
      parseFloat(style.fontSize) >= (Number(style.fontWeight) >= 700 ? 18.66 : 24) && 'large',
      element.matches(targets) && width >= 24 && height >= 24 && 'large enough for a finger',
      /auto|scroll/.test(style.overflow) && overflows && 'scrolls',
    ];
  };

  /**
   * All properties of a page's content that axe checks and that the width can change: visible elements, colours, text
   * size, touch targets and scrolling. The frame around the content (header, footer, navigation) is left out: where
   * the content differs, it is also checked at both widths.
   */
  const layout = () =>
    [...document.querySelectorAll('main :not(nav, nav *), dialog[open], dialog[open] *, [aria-live] *')]
      .filter(isSeen)
      .map((element) => stylesOf(element).join())
      .join('\n');

  /** The structure of a list item without its texts and values, only whether it has any. */
  const kindOf = (item: Element) =>
    [item, ...item.querySelectorAll('*')]
      .map((element) => {
        const attributes = [...element.attributes].map(({ name, value }) => [
          name,
          /^(class|role|type|scope|tabindex|hidden|disabled)$|^aria-(?!label|describedby|controls|owns)/.test(
            name,
          )
            ? value
            : value.trim() !== '',
        ]);
        const hasText = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        );
        return [isSeen(element) && stylesOf(element), attributes, hasText].join();
      })
      .join('\n');

  /** The list items with the same structure, except the first two and the last. */
  const repeated = () => {
    const kinds = new Map<Element | null, Map<string, Element[]>>();
    for (const item of document.querySelectorAll('tbody > tr, li, article')) {
      const siblings = kinds.get(item.parentElement) ?? new Map<string, Element[]>();
      kinds.set(item.parentElement, siblings);
      const kind = kindOf(item);
      siblings.set(kind, [...(siblings.get(kind) ?? []), item]);
    }
    return [...kinds.values()].flatMap((siblings) =>
      [...siblings.values()].flatMap((same) => same.slice(2, -1)),
    );
  };

  const frameElements = () => [
    ...document.querySelectorAll(':is(header, footer, nav):not(main *, header *)'),
  ];
  const frames = () => frameElements().map(kindOf);

  const findings = async (tags: readonly string[], knownFrames: readonly number[]) => {
    const { axe } = window as unknown as { axe: { run(where: object, how: object): Promise<AxeResults> } };
    const { violations } = await axe.run(
      {
        include: [document],
        exclude: [...repeated(), ...frameElements().filter((_, place) => knownFrames.includes(place))],
      },
      { runOnly: tags, resultTypes: ['violations'] },
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    );
  };

  Object.assign(window, { judge: { layout, frames, findings } });
}
