import { test } from 'vitest';
import { expectAccessible } from './axe-findings.ts';
import { screens } from './shop-screens.ts';

/**
 * One screen of each kind, before every push: the dashboard's on a desktop, the others on a phone. At night every screen
 * is visited in every state at both widths.
 */
const checked =
  `home category-grid search product cart-filled mobile-menu checkout checkout-errors order-confirmation-paid login-errors
  admin-order-paid admin-product-edit`.split(/\s+/);

test.each(checked)('%s has no axe violations, and does not scroll sideways', async (name) => {
  const screen = screens.find((one) => one.name === name);
  if (!screen) throw new Error(`There is no screen ${name}.`);
  await expectAccessible(screen, screen.only ?? (name.startsWith('admin-') ? 'desktop' : 'phone'));
});
