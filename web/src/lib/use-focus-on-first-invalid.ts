import { type RefObject, useEffect } from 'react';

/**
 * After each try to send a form, takes the person to the first field that has a message, in the order
 * of the page. Runs when the try is over, so both our own checks and the server's have spoken.
 */
export function useFocusOnFirstInvalid(
  form: RefObject<HTMLElement | null>,
  { submitCount, isSubmitting }: { submitCount: number; isSubmitting: boolean },
): void {
  useEffect(() => {
    if (submitCount === 0 || isSubmitting) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, submitCount, isSubmitting]);
}
