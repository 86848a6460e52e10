import { type FormEvent, useRef } from 'react';
import { useFocusOnFirstInvalid } from './use-focus-on-first-invalid.ts';

/** The props of a form element that is checked by the shop's code, and focuses on its first error. */
export function useFormProps(state: { submitCount: number; isSubmitting: boolean }, onSubmit: () => void) {
  const ref = useRef<HTMLFormElement>(null);
  useFocusOnFirstInvalid(ref, state);
  return {
    ref,
    noValidate: true,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      onSubmit();
    },
  };
}
