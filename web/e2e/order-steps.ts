import type { Locator, Page } from 'playwright-core';

/** Opens the list of the steps of an order that do not come next, and returns the one of this name. */
export async function otherStep(page: Page, name: string): Promise<Locator> {
  const list = page.getByRole('button', { name: 'Other Steps' });
  if ((await list.getAttribute('aria-expanded')) === 'false') await list.click();
  return page.getByLabel(name, { exact: true });
}

/** On an order's page: takes one of the steps that do not come next. */
export async function takeOtherStep(page: Page, name: string): Promise<void> {
  await (await otherStep(page, name)).click();
}
