import type { RecordedPayment } from '@contract/admin-orders.ts';
import { formatDay } from '@contract/nairobi-time.ts';
import { formatCents } from '@contract/money.ts';
import { paidWith } from '@contract/payment-methods.ts';

/** `M-Pesa SGR7XK2P1Q, 21 Nov 2026` */
export const recordedText = ({ method, reference, day }: RecordedPayment): string =>
  `${paidWith(method, reference)}, ${formatDay(day)}`;

export const recordedSum = ({ amount }: RecordedPayment): string => formatCents(Math.round(amount * 100));
