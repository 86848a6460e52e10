import type { Locator, Page } from 'playwright-core';

/** Waits until all animations of the page, or of the element, have ended or were cancelled. */
export async function animationsEnded(where: Page | Locator): Promise<void> {
  if ('goto' in where) {
    await where.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  } else {
    await where.evaluate((element) =>
      Promise.allSettled(element.getAnimations().map(({ finished }) => finished)),
    );
  }
}

/** Waits until the page has rendered all pending updates. */
export function framesDrawn(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

/**
 * Waits, in real time, until the page has set the timers of its last change: one that is set after a stopped clock
 * was advanced would never fire.
 */
export function timersSet(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      // Messages are not affected by a stopped clock.
      await new Promise((resolve) => {
        const channel = new MessageChannel();
        channel.port1.onmessage = resolve;
        channel.port2.postMessage(null);
      });
    }
  });
}

/** Navigates within the open page, as its links do. */
export async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}
