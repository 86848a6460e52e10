import type { RecordedPayment } from '@contract/admin-orders.ts';
import { formatDay } from '@contract/nairobi-time.ts';
import { paymentMethodLabels } from '@contract/payment-methods.ts';

/** `M-Pesa SGR7XK2P1Q, 21 Nov 2026` */
export const recordedText = ({ method, reference, day }: RecordedPayment): string =>
  `${paymentMethodLabels[method]} ${reference}, ${formatDay(day)}`;
