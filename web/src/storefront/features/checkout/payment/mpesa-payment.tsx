import { PromptSuspense } from '#components/page/prompt-suspense.tsx';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { lazyPart } from '#lib/loading/lazy-part.ts';
import { isAtPhone } from '#orders/mpesa-state.ts';
import type { MpesaPanelProps } from './mpesa-panel.tsx';
import styles from './mpesa-payment.module.css';

/** Paying an order with M-Pesa: the form of a request, or what the buyer does on the phone that was asked. */
export function MpesaPayment(props: MpesaPanelProps) {
  const { promptsAreOn } = useShopDetails();
  if (!promptsAreOn && !isAtPhone(props.order)) return null;
  return (
    <PromptSuspense fallback={<div className={styles.space} />}>
      <MpesaPanel {...props} />
    </PromptSuspense>
  );
}

/** Loaded where it is shown: its schema needs yup. */
const MpesaPanel = lazyPart('MpesaPanel', () => import('./mpesa-panel.tsx'));
