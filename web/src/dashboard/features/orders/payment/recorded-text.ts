import type { RecordedPayment } from '@contract/admin-orders.ts';
import { formatDay } from '@contract/nairobi-time.ts';
import { formatCents } from '@contract/money.ts';
import { paidWith } from '@contract/payment-methods.ts';

/** `M-Pesa SGR7XK2P1Q, 21 Nov 2026` */
export const recordedText = ({
  method,
  reference,
  day,
}: Pick<RecordedPayment, 'method' | 'reference' | 'day'>): string =>
  `${paidWith(method, reference)}, ${formatDay(day)}`;

/** Why a payment is taken back: of a cheque its button says which, of any other the dialog asks. */
export type Reversal = 'mistake' | 'bounced' | null;

/** The buttons that take a payment back. */
export const reversalsOf = ({
  method,
}: Pick<RecordedPayment, 'method'>): { cause: Reversal; label: string }[] =>
  method === 'cheque'
    ? [
        { cause: 'bounced', label: 'Cheque Bounced' },
        { cause: 'mistake', label: 'Typed by Mistake' },
      ]
    : [{ cause: null, label: 'Reverse' }];

export function recordedSum({
  amount,
  hereCents,
  status,
}: Pick<RecordedPayment, 'amount' | 'hereCents' | 'status'>): string {
  const amountCents = Math.round(amount * 100);
  return sumHere({ amountCents, hereCents: status === 'reversed' ? amountCents : hereCents });
}

/** `KES 12,000`, or `KES 8,000 of a payment of KES 12,000` where the order got that much of it. */
export function sumHere({ amountCents, hereCents }: { amountCents: number; hereCents: number }): string {
  const sum = formatCents(amountCents);
  return hereCents === amountCents ? sum : `${formatCents(hereCents)} of a payment of ${sum}`;
}
