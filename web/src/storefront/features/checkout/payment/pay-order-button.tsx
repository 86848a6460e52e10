import { Lock } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '#components/forms/button.tsx';
import { showFailure } from '#components/overlays/toast.tsx';
import { ConnectionError } from '#lib/api/api-client.ts';
import { isWithoutReply } from '#lib/api/is-connection-error.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { readOrderRefusal } from '../order-refusal.ts';
import { useBankRedirect } from './use-bank-redirect.ts';
import { usePayOrder } from './use-pay-order.ts';

type PayOrderButtonProps = Pick<ComponentProps<typeof Button>, 'size' | 'variant'> & {
  orderId: string;
  label?: string;
  /** For screen readers: what is paid, where there are several. */
  of?: string;
};

/** Goes to the bank's page to pay an existing order. */
export function PayOrderButton({ orderId, label = 'Pay by Card', of, ...buttonProps }: PayOrderButtonProps) {
  const payOrder = usePayOrder();
  const bank = useBankRedirect();
  const once = useOnce();
  const isBusy = payOrder.isPending || bank.isLeaving;

  const pay = async () => {
    try {
      const { payment } = await payOrder.mutateAsync(orderId);
      await bank.goToBank(payment);
    } catch (error) {
      const description = isWithoutReply(error)
        ? new ConnectionError(error).message
        : readOrderRefusal(error).message;
      showFailure('Order Failed', error, description);
    }
  };

  return (
    <Button {...buttonProps} busy={isBusy} icon={<Lock />} onClick={() => once(pay)}>
      <span>{isBusy ? 'Redirecting to Payment...' : label}</span>
      {of ? <span className="visually-hidden"> {of}</span> : null}
    </Button>
  );
}
