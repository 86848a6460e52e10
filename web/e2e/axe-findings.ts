import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import { expect } from 'vitest';
import { desktop, openShop, phone } from './journey.ts';
import type { Screen } from './screen.ts';
import { animationsEnded } from './wait-for-page.ts';

const axeSource = readFileSync(
  fileURLToPath(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url)),
  'utf8',
);
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Width = NonNullable<Screen['only']>;

/** Screens at each width at which they exist. */
export const atEachWidth = (screens: readonly Screen[]) =>
  screens.flatMap((screen) =>
    (['phone', 'desktop'] as const)
      .filter((width) => !screen.only || screen.only === width)
      .map((width) => [screen.name, width, screen] as const),
  );

/** Fails when axe reports anything on a screen at this width, or when it scrolls sideways. */
export async function expectAccessible({ show, expected }: Screen, width: Width): Promise<void> {
  const { page } = await openShop({ viewport: width === 'phone' ? phone : desktop, expected });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await show(page);
  // Colours are measured: nothing may still be fading.
  await animationsEnded(page);
  // What the header covers while a page is scrolled counts as too small.
  await page.evaluate(() => window.scrollTo(0, 0));
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  // The site's security policy blocks other scripts, but not code evaluated by the debugger.
  await page.evaluate(axeSource);
  const found = await page.evaluate(async (tags) => {
    const { axe } = window as unknown as { axe: { run(where: object, how: object): Promise<AxeResults> } };
    const { violations } = await axe.run(document, { runOnly: tags, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    );
  }, rules);
  expect(found).toEqual([]);
}
