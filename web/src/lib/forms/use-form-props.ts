import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useLatest } from './use-latest.ts';
import { valuesTyped } from './use-typed-before-hydration.ts';

/**
 * The props of a form element that is checked by the shop's code, and focuses on its first error.
 * @param filled the values known, and what takes others that the browser filled in without telling the page
 */
export function useFormProps<Values extends Record<string, string>>(
  state: { submitCount: number; isSubmitting: boolean },
  onSubmit: () => void,
  filled?: { values: Values; setValues: (values: Values) => unknown },
) {
  const latest = useLatest(onSubmit);
  const ref = useRef<HTMLFormElement>(null);
  useFocusOnFirstInvalid(ref, state);
  return {
    ref,
    noValidate: true,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      const typed = filled && valuesTyped(ref.current, filled.values);
      if (typed) flushSync(() => void filled.setValues(typed));
      latest.current();
    },
  };
}

/**
 * After each submission of a form, moves the focus to the first field with an error. Runs after the submission, so
 * after client and server validation.
 */
function useFocusOnFirstInvalid(
  form: RefObject<HTMLElement | null>,
  { submitCount, isSubmitting }: { submitCount: number; isSubmitting: boolean },
): void {
  useEffect(() => {
    if (submitCount === 0 || isSubmitting) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, submitCount, isSubmitting]);
}
