import { Lock } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../../components/button.tsx';
import { showToast } from '../../../../components/toast.tsx';
import { readOrderRefusal } from '../order-refusal.ts';
import { usePayOrder } from '../use-place-order.ts';
import { useBankRedirect } from './use-bank-redirect.ts';

type PayOrderButtonProps = {
  orderId: string;
  size?: 'medium' | 'large';
};

/** Goes to the bank's page with an order that exists and is not paid. */
export function PayOrderButton({ orderId, size }: PayOrderButtonProps) {
  const payOrder = usePayOrder();
  const bank = useBankRedirect();
  // A double click comes before the busy button is drawn.
  const isUnderWay = useRef(false);
  const isBusy = payOrder.isPending || bank.isLeaving;

  const pay = async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      const { payment } = await payOrder.mutateAsync(orderId);
      await bank.leave(payment);
    } catch (error) {
      const description = readOrderRefusal(error).message;
      showToast({ title: 'Order Failed', description, tone: 'destructive' });
    } finally {
      isUnderWay.current = false;
    }
  };

  return (
    <Button size={size} busy={isBusy} icon={<Lock aria-hidden="true" />} onClick={pay}>
      {isBusy ? 'Redirecting to Payment...' : 'Continue to Payment'}
    </Button>
  );
}
