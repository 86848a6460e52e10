import type { PaymentForm } from '@contract/orders.ts';
import { useEffect, useState } from 'react';
import { pageVisit } from '#lib/storage/page-visit.ts';

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

/** Long enough for the buyer to see the button change. */
const submitDelayMs = 200;

/**
 * Takes the buyer to the bank's page: builds a hidden form and submits it after a moment. If that fails, the form is
 * removed and the promise rejects.
 * @returns a function that removes the form, for a page restored from the back/forward cache
 */
async function goToPayment({ action, method, fields }: PaymentForm): Promise<() => void> {
  const form = document.createElement('form');
  form.action = action;
  form.method = method;
  form.acceptCharset = 'utf-8';
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  try {
    await new Promise((resolve) => setTimeout(resolve, submitDelayMs));
    // A field named "submit" would shadow the form's method.
    HTMLFormElement.prototype.submit.call(form);
  } catch (error) {
    form.remove();
    throw error;
  }
  return () => form.remove();
}
