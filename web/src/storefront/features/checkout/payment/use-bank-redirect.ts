import type { PaymentForm } from '@contract/orders.ts';
import { useEffect, useState } from 'react';
import { pageVisit } from '#lib/storage/page-visit.ts';
import { goToPayment } from './payment-redirect.ts';

/** The bank's page should have appeared by then; after that the checkout can be used again. */
const giveUpAfterMs = 30_000;

/** The redirect to the bank's page, and the return with Back. `isLeaving` while the bank's page is loading. */
export function useBankRedirect() {
  const [isLeaving, setIsLeaving] = useState(false);
  const [redirect] = useState(() => createBankRedirect(setIsLeaving));
  useEffect(() => redirect.open(), [redirect]);
  return { isLeaving, goToBank: redirect.goToBank };
}

/** `useBankRedirect` without React. @param go submits the form; returns a function that removes it */
export function createBankRedirect(setIsLeaving: (isLeaving: boolean) => void, go = goToPayment) {
  const visit = pageVisit();
  let removeForm: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const reset = () => {
    clearTimeout(timer);
    removeForm?.();
    removeForm = null;
    setIsLeaving(false);
  };
  // Back may restore this page exactly as it was, busy and with the hidden form.
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) reset();
  };

  return {
    /** Called when the page is mounted; returns the function to call when it is unmounted. */
    open: () => {
      const close = visit.open();
      window.addEventListener('pageshow', onPageShow);
      return () => {
        close();
        clearTimeout(timer);
        window.removeEventListener('pageshow', onPageShow);
      };
    },
    /**
     * Resolves with true once the browser is navigating; with false when the buyer has left this page.
     */
    goToBank: async (payment: PaymentForm): Promise<boolean> => {
      if (visit.hasLeft()) return false;
      setIsLeaving(true);
      try {
        removeForm = await go(payment);
      } catch (error) {
        setIsLeaving(false);
        throw error;
      }
      timer = setTimeout(reset, giveUpAfterMs);
      return true;
    },
  };
}
