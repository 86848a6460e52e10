import type { Locator, Page } from 'playwright-core';

/** Waits until every animation of the page, or of the element, has ended or was cancelled. */
export async function animationsEnded(where: Page | Locator): Promise<void> {
  if ('goto' in where) {
    await where.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  } else {
    await where.evaluate((element) =>
      Promise.allSettled(element.getAnimations().map(({ finished }) => finished)),
    );
  }
}

/** Waits until the page has rendered what it knows: pending updates have run. */
export function framesDrawn(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

/**
 * Waits, by the real clock, until the page has set the timers that the last change calls for: one that is set after
 * a stopped clock was moved on would never ring.
 */
export function timersSet(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      // A message is the one thing in a page that a stopped clock does not stop.
      await new Promise((resolve) => {
        const channel = new MessageChannel();
        channel.port1.onmessage = resolve;
        channel.port2.postMessage(null);
      });
    }
  });
}
