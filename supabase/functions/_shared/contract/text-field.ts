import { string } from 'yup';

/**
 * A line of text a person types: spaces at the ends are cut and never count as content.
 * Only text is taken for text: a number in its place is refused, not printed.
 * @param missing message when nothing is there
 * @param max longest accepted text, in characters
 */
export function textField(missing: string, max: number) {
  return string()
    .transform((_: unknown, typed: unknown) => (typeof typed === 'string' ? typed.trim() : typed))
    .typeError(missing)
    .required(missing)
    .max(max, `Please use at most ${max} characters`);
}
