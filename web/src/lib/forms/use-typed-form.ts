import { type FormEvent, useRef, useState } from 'react';
import { fieldsOf } from './fields-of.ts';
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

/**
 * A typed form of one text for each field: `field` gives the props of one, `begin` replaces what was sent, unless
 * something else was typed meanwhile.
 * @param problemsOf a sentence for each field that is wrong
 */
export function useTypedFields<Typed extends Record<string, string>>(
  initial: Typed,
  problemsOf: (typed: Typed) => Partial<Record<keyof Typed, string>>,
  isSubmitting: boolean,
) {
  const [typed, setTyped] = useState(initial);
  const form = useTypedForm(isSubmitting);
  const change = (changed: Partial<Typed>) => setTyped((now) => ({ ...now, ...changed }));
  return {
    ...form,
    typed,
    field: fieldsOf(typed, change, form.isTried ? problemsOf(typed) : {}),
    begin: (next: Typed) => {
      setTyped((now) => (now === typed ? next : now));
      form.startAgain();
    },
  };
}
