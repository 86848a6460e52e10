import { type RefObject, useState } from 'react';
import { useBrowserLayoutEffect } from './use-browser-layout-effect.ts';

/**
 * Hands over what was typed into a prerendered form before scripts took over. The fields still hold it then, but React
 * does not know of it, and would take it away when it draws the form anew.
 * @param known what the form begins with, by the names of its fields
 * @param adopt is told all values, when a field holds another one
 */
export function useTypedBefore<Values extends Record<string, string>>(
  form: RefObject<HTMLFormElement | null>,
  known: Values,
  adopt: (values: Values) => void,
): void {
  const [first] = useState({ known, adopt });
  useBrowserLayoutEffect(() => {
    const held = Object.entries(first.known).map(([name, value]) => {
      const field = form.current?.elements.namedItem(name);
      return [name, field && 'value' in field ? field.value : value] as const;
    });
    if (held.some(([name, value]) => value !== first.known[name]))
      first.adopt(Object.fromEntries(held) as Values);
  }, [form, first]);
}
