import type { PaymentForm } from '@contract/orders.ts';
import { useEffect, useState } from 'react';
import { goToPayment } from './payment-redirect.ts';

/** The bank's page should have appeared by then; after that the checkout can be used again. */
const giveUpAfterMs = 30_000;

/** The redirect to the bank's page, and the return with Back. `isLeaving` while the bank's page is loading. */
export function useBankRedirect() {
  const [isLeaving, setIsLeaving] = useState(false);
  const [redirect] = useState(() => createBankRedirect(setIsLeaving));
  useEffect(() => redirect.open(), [redirect]);
  return { isLeaving, leave: redirect.leave };
}

/**
 * The same without React.
 * @param go submits the form; returns what removes it again
 */
export function createBankRedirect(setIsLeaving: (isLeaving: boolean) => void, go = goToPayment) {
  let isOpen = false;
  let removeForm: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const comeBack = () => {
    clearTimeout(timer);
    removeForm?.();
    removeForm = null;
    setIsLeaving(false);
  };
  // Back may restore this page exactly as it was left, busy and with the hidden form still in it.
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) comeBack();
  };

  return {
    /** The page is there; returns what to call when the buyer leaves it for another page of the shop. */
    open: () => {
      isOpen = true;
      window.addEventListener('pageshow', onPageShow);
      return () => {
        isOpen = false;
        clearTimeout(timer);
        window.removeEventListener('pageshow', onPageShow);
      };
    },
    /** Resolves with true once the browser is on its way; with false when the buyer has left this page. */
    leave: async (payment: PaymentForm): Promise<boolean> => {
      if (!isOpen) return false;
      setIsLeaving(true);
      try {
        removeForm = await go(payment);
      } catch (error) {
        setIsLeaving(false);
        throw error;
      }
      timer = setTimeout(comeBack, giveUpAfterMs);
      return true;
    },
  };
}
