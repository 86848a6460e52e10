import { LinkButton } from '../../../components/button.tsx';
import { restoreCart } from '../checkout/restore-cart.ts';

/** Back to the checkout with the items in the cart again: it was emptied on the way to the bank. */
export function RetryPayment() {
  return (
    <LinkButton to="/checkout" size="large" onClick={() => restoreCart()}>
      Try Again
    </LinkButton>
  );
}
