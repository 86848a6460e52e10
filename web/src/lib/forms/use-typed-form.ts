import { type FormEvent, useRef, useState } from 'react';
import { useFocusOnFirstInvalid } from './use-focus-on-first-invalid.ts';
import { useOnce } from './use-once.ts';

/**
 * A form whose component reads what was typed itself. `isTried`: its problems are shown from the first attempt on.
 * `submit` takes what sends it, which is called at each attempt while no earlier one runs, also when something is
 * missing.
 */
export function useTypedForm(isSubmitting: boolean) {
  const once = useOnce();
  const ref = useRef<HTMLFormElement>(null);
  const [submitCount, setSubmitCount] = useState(0);
  useFocusOnFirstInvalid(ref, { submitCount, isSubmitting });
  return {
    props: { ref, noValidate: true },
    isTried: submitCount > 0,
    submit: (send: () => Promise<unknown>, event?: FormEvent) => {
      event?.preventDefault();
      setSubmitCount(submitCount + 1);
      once(send);
    },
    startAgain: () => setSubmitCount(0),
  };
}
