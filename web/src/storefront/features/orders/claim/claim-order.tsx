import { promptPart } from '#components/page/prompt-suspense.tsx';
import { orderNumber } from '@contract/order-number.ts';

/** The form with which a signed-in user claims an order that a guest placed in this browser. */
export function ClaimOrder({ orderId }: { orderId: string }) {
  return <ClaimOrderForm orderId={orderId} number={`#${orderNumber(orderId)}`} />;
}

/** Loaded when there is an order to claim: its schema needs yup. */
const ClaimOrderForm = promptPart('ClaimOrderForm', () => import('./claim-order-form.tsx'));
