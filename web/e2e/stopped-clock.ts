import type { Page } from 'playwright-core';

/**
 * Waits, by the real clock, until the page has done what the last change made it plan: a timer that is set after
 * a stopped clock was moved on would never ring.
 */
export function plansAreMade(page: Page): Promise<void> {
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
