import { useEffect } from 'react';
import { forgetPaidOrder } from '../../features/checkout/payment/placed-order.ts';
import type { PaymentOutcome } from '../../features/orders/outcome/use-payment-outcome.ts';

/** Once the order is paid, nothing of it may be ordered again by accident. */
export function useForgetPaidOrder({ truth }: PaymentOutcome): void {
  useEffect(() => {
    if (truth === 'received') forgetPaidOrder();
  }, [truth]);
}
