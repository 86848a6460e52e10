import { promptPart } from '#components/page/prompt-suspense.tsx';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { isAtPhone } from '#orders/mpesa-state.ts';
import type { MpesaPanelProps } from './mpesa-panel.tsx';
import styles from './mpesa-payment.module.css';

/** Paying an order with M-Pesa: the form of a request, or what the buyer does on the phone that was asked. */
export function MpesaPayment(props: MpesaPanelProps) {
  const { promptsAreOn } = useShopDetails();
  if (!promptsAreOn && !isAtPhone(props.order)) return null;
  return <MpesaPanel {...props} />;
}

/** Loaded where it is shown: its schema needs yup. */
const MpesaPanel = promptPart(
  'MpesaPanel',
  () => import('./mpesa-panel.tsx'),
  <div className={styles.space} />,
);
