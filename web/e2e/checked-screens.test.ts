import { test } from 'vitest';
import { expectAccessible } from './axe-findings.ts';
import { screens } from './shop-screens.ts';

/**
 * The screens that the check visits: the dashboard's on a desktop, the others on a phone. `npm run test:axe` visits every
 * screen in every state at both widths.
 */
const checked =
  `home category-grid category-list category-filter-sheet category-no-match search search-suggestions compare
  product product-gallery-enlarged product-county product-sold-out cart-filled mobile-menu user-menu toast
  checkout checkout-errors order-page-pending-undecided order-page-completed payment-failed order-confirmation-paid
  orders quotation quotation-form find-order login-errors register account account-devices confirm-email not-found
  second-factor-code admin-overview admin-orders-selected admin-order-new admin-order-paid admin-pick-list admin-products
  admin-product-edit admin-quotations admin-quotation admin-transactions-evidence admin-messages admin-people`.split(
    /\s+/,
  );

test.each(checked)('%s has no axe violations, and does not scroll sideways', async (name) => {
  const screen = screens.find((one) => one.name === name);
  if (!screen) throw new Error(`There is no screen ${name}.`);
  await expectAccessible(screen, screen.only ?? (name.startsWith('admin-') ? 'desktop' : 'phone'));
});
