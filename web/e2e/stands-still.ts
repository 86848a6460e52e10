import type { Locator, Page } from 'playwright-core';

/** Waits until everything that moves on the page, or in the element, is at its place; what was cancelled has ended too. */
export async function standsStill(where: Page | Locator): Promise<void> {
  if ('goto' in where) {
    await where.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  } else {
    await where.evaluate((element) =>
      Promise.allSettled(element.getAnimations().map(({ finished }) => finished)),
    );
  }
}
