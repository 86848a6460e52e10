import type { Page } from 'playwright-core';

/** One screen of the shop in one state, for the tests and tools that visit all of them. */
export type Screen = {
  /** Also the name of its picture. */
  name: string;
  /** Brings a fresh visitor's page there and waits until there is something to see. */
  show(page: Page): Promise<unknown>;
  /** Exists at this size only. */
  only?: 'phone' | 'desktop';
  /** Lies over the page: seen as far as the window goes. */
  isOverlay?: boolean;
  /** Complaints of the browser that belong to this state. */
  expected?: readonly RegExp[];
};

/** The shop's answer to an unexpected error. */
export const broken = { code: 'internal', message: 'Something went wrong on our side.' };

/** Complaints of the browser about such an answer, and about what does not exist. */
export const serverError = [/status of 500/];
export const notFound = [/status of 404/];

/** Opens a path and waits for a heading, and for something more when it comes later. */
export async function visit(page: Page, path: string, heading: string, selector?: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
  if (selector) await page.locator(selector).first().waitFor();
}
