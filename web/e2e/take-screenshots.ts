import { showHelp } from '../../local/stack/command-arguments.ts';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { buildSiteOf } from '../../local/stack/site-build.ts';
import { launchBrowser } from '../../local/testing/browser.ts';
import { startTestStack } from '../../local/testing/test-stack.ts';
import type { Screen } from './screen.ts';

showHelp('npm run screenshots [-- <part of a name> …]   every screen at phone and desktop size');

/** `npm run screenshots`: every screen of the shop on a phone and on a desktop, as PNG files. */
const folder = fileURLToPath(new URL('screenshots', import.meta.url));
const sizes = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1440, height: 900 },
} as const;

// `npm run screenshots -- cart login` takes only those whose names contain one of the words.
const words = process.argv.slice(2);
let taken = 0;

const stack = await startTestStack();
await buildSiteOf(stack.description);
process.env.SHOP_STACKS = JSON.stringify([stack.description]);
try {
  const { screens } = await import('./shop-screens.ts');
  const { closeDatabase, restock } = await import('./shop-database.ts');
  const wanted = screens.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  if (words.length === 0) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const browser = await launchBrowser();
  try {
    for (const screen of wanted) {
      // Hundreds of screens, many with an order.
      await restock();
      await takeScreen(browser, stack.description.addresses.site, screen);
    }
  } finally {
    await browser.close();
    await closeDatabase();
  }
  console.log(`${taken} screenshots in ${folder}`);
} finally {
  await stack.stop();
}

async function takeScreen(browser: Browser, baseURL: string, screen: Screen): Promise<void> {
  for (const [sizeName, viewport] of Object.entries(sizes)) {
    if (screen.only && screen.only !== sizeName) continue;
    const context = await browser.newContext({
      viewport,
      baseURL,
      locale: 'en-KE',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    try {
      const page = await context.newPage();
      // Imported late, because it needs a running stack.
      (await import('./journey.ts')).waitForScripts(page);
      await screen.show(page);
      await page.evaluate(() => document.fonts.ready.then(() => {}));
      const size = `${viewport.width}x${viewport.height}`;
      await page.screenshot({
        path: join(folder, `${screen.name}-${size}.png`),
        fullPage: !screen.isOverlay,
      });
      taken += 1;
    } finally {
      await context.close();
    }
  }
}
