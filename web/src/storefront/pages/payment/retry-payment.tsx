import { LinkButton } from '../../../components/button.tsx';
import { restoreCart } from '../checkout/restore-cart.ts';

/**
 * Goes back to the checkout with the items in the cart again, which was emptied on the way to the bank's
 * page.
 */
export function RetryPayment() {
  return (
    <LinkButton to="/checkout" size="large" onClick={() => restoreCart()}>
      Try Again
    </LinkButton>
  );
}
