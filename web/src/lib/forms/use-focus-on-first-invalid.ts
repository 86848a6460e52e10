import { type RefObject, useEffect } from 'react';

/**
 * After each submission of a form, moves the focus to the first field with an error. Runs after the submission, so
 * after client and server validation.
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
