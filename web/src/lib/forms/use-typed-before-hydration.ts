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
    const held = Object.entries(first.known).map(([name, value]) => {
      const field = form.current?.elements.namedItem(name);
      return [name, field && 'value' in field ? field.value : value] as const;
    });
    if (held.some(([name, value]) => value !== first.known[name]))
      first.adopt(Object.fromEntries(held) as Values);
  }, [form, first]);
}
