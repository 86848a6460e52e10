import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Adopts what was typed into a prerendered form before hydration. The fields still have it then, but React does not
 * know it and would overwrite it at the next render.
 * @param known the initial values of the form, by the names of its fields
 * @param adopt called with all values when a field has a different one
 */
export function useTypedBeforeHydration<Values extends Record<string, string>>(
  form: RefObject<HTMLFormElement | null>,
  known: Values,
  adopt: (values: Values) => void,
): void {
  const [first] = useState({ known, adopt });
  useLayoutEffect(() => {
    const typed = valuesTyped(form.current, first.known);
    if (typed) first.adopt(typed);
  }, [form, first]);
}

/** The values that the fields of a form have, by their names; null when they are these. */
export function valuesTyped<Values extends Record<string, string>>(
  form: HTMLFormElement | null,
  known: Values,
): Values | null {
  const held = Object.entries(known).map(([name, value]) => {
    const field = form?.elements.namedItem(name);
    return [name, field && 'value' in field ? field.value : value] as const;
  });
  return held.some(([name, value]) => value !== known[name]) ? (Object.fromEntries(held) as Values) : null;
}
