import { string } from 'yup';

/**
 * For `transform()` of a yup schema: changes text as it was typed, and leaves anything else for the schema to refuse.
 * yup's own `trim()` and the like fail on what is no text.
 */
export function ofText(change: (typed: string) => unknown) {
  return (_: unknown, typed: unknown): unknown => (typeof typed === 'string' ? change(typed) : typed);
}

/**
 * A line of text a person types: spaces at the ends are cut and never count as content.
 * Only text is taken for text: a number in its place is refused, not printed.
 * @param missing message when nothing is there
 * @param max longest accepted text, in characters
 */
export function textField(missing: string, max: number) {
  return string()
    .transform(ofText((typed) => typed.trim()))
    .typeError(missing)
    .required(missing)
    .max(max, `Please use at most ${max} characters`);
}
