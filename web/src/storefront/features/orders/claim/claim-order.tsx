import { PromptSuspense } from '#components/page/prompt-suspense.tsx';
import { orderNumber } from '@contract/order-number.ts';
import { lazyPart } from '#lib/loading/lazy-part.ts';

/** The form with which a signed-in user claims an order that a guest placed in this browser. */
export function ClaimOrder({ orderId }: { orderId: string }) {
  return (
    <PromptSuspense>
      <ClaimOrderForm orderId={orderId} number={`#${orderNumber(orderId)}`} />
    </PromptSuspense>
  );
}

/** Loaded when there is an order to claim: its schema needs yup. */
const ClaimOrderForm = lazyPart('ClaimOrderForm', () => import('./claim-order-form.tsx'));
