import { type FormEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useLatest } from './use-latest.ts';
import { valuesTyped } from './use-typed-before-hydration.ts';
import { useFocusOnFirstInvalid } from './use-focus-on-first-invalid.ts';

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
