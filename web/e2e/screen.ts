import type { Page } from 'playwright-core';

/** One screen of the shop in one state, for the tests and tools that open all of them. */
export type Screen = {
  /** Also the name of its screenshot. */
  name: string;
  /** Opens it in a new visitor's page and waits until it is shown. */
  show(page: Page): Promise<unknown>;
  /** Exists only at this size. */
  only?: 'phone' | 'desktop';
  /** An overlay: visible only in the window. */
  isOverlay?: boolean;
  /** Expected problems in this state. */
  expected?: readonly RegExp[];
};

/** The shop's response to an unexpected error. */
export const broken = { code: 'internal', message: 'Something went wrong on our side.' };

/** The browser's messages about such a response, and about a missing resource. */
export const serverError = [/status of 500/];
export const notFound = [/status of 404/];

/** Opens a path and waits for a heading, and optionally for another element. */
export async function visit(page: Page, path: string, heading: string, selector?: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
  if (selector) await page.locator(selector).first().waitFor();
}
