import { LinkButton } from '#components/forms/button.tsx';
import { restoreCart } from '../checkout/restore-cart.ts';

/** Returns to the checkout and restores the cart, which was emptied when the buyer left for the bank. */
export function RetryPayment() {
  return (
    <LinkButton to="/checkout" size="large" onClick={() => restoreCart()}>
      Try Again
    </LinkButton>
  );
}
