import type { PaymentForm } from '@contract/orders.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { goToPayment } from './payment-redirect.ts';

/** The bank's page should have appeared by then; after that the checkout can be used again. */
const giveUpAfterMs = 30_000;

/**
 * The redirect to the bank's page, and the return with Back: a browser may restore this page exactly as it
 * was left, busy and with the hidden form still in it.
 */
export function useBankRedirect() {
  const [isLeaving, setIsLeaving] = useState(false);
  const isMounted = useRef(false);
  const removeForm = useRef<(() => void) | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const comeBack = useCallback(() => {
    clearTimeout(timer.current);
    removeForm.current?.();
    removeForm.current = null;
    setIsLeaving(false);
  }, []);

  useEffect(() => {
    isMounted.current = true;
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) comeBack();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => {
      isMounted.current = false;
      clearTimeout(timer.current);
      window.removeEventListener('pageshow', onPageShow);
    };
  }, [comeBack]);

  /** Resolves with true once the browser is on its way; with false when the buyer has left this page. */
  const leave = useCallback(
    async (payment: PaymentForm): Promise<boolean> => {
      if (!isMounted.current) return false;
      setIsLeaving(true);
      try {
        removeForm.current = await goToPayment(payment);
      } catch (error) {
        setIsLeaving(false);
        throw error;
      }
      timer.current = setTimeout(comeBack, giveUpAfterMs);
      return true;
    },
    [comeBack],
  );

  return { isLeaving, leave };
}
