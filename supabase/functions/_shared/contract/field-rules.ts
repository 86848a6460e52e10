import { boolean, number, object, type Schema, setLocale, string } from 'yup';
import { cleanText } from './clean-text.ts';
import { figureProblem } from './typed-figure.ts';
import { isUuid } from './uuid.ts';

// yup's own message prints what was sent, which may be a password.
setLocale({ mixed: { notType: 'This is not the kind of value that belongs here' } });

/**
 * For `transform()` of a yup schema: changes text as it was typed, clean and without spaces at its ends, and leaves
 * anything else for the schema to refuse. yup's own `trim()` and the like fail on what is no text.
 */
export function ofText(change: (typed: string) => unknown = (typed) => typed) {
  return (_: unknown, typed: unknown): unknown =>
    typeof typed === 'string' ? change(cleanText(typed).trim()) : typed;
}

/**
 * A line of text a person types: spaces at the ends and invisible characters are cut and never count as content.
 * Only text is taken for text: a number in its place is refused, not printed.
 * @param missing message when nothing is there
 * @param max longest accepted text, in characters
 */
export function textField(missing: string, max: number) {
  return string()
    .transform(ofText())
    .typeError(missing)
    .required(missing)
    .max(max, `Please use at most ${max} characters`);
}

/** A line that may be left empty: null then. */
export const optionalText = (max: number) =>
  string()
    .transform(ofText((typed) => typed || null))
    .typeError('Please type text')
    .nullable()
    .max(max, `Please use at most ${max} characters`);

/** A whole number that was sent as a number: text in its place is refused, not read. */
export const wholeNumber = (what: string) =>
  sentNumber(`${what} must be a number`)
    .required(`${what} is missing`)
    .integer(`${what} must be a whole number`);

/** The same, where nothing (`null`) is an answer too. */
export const optionalWholeNumber = (what: string) =>
  sentNumber(`${what} must be a number`).integer(`${what} must be a whole number`).nullable();

/** A number that was sent as such, not as text. @param notOne the message about anything else; text with two readings has its own */
export const sentNumber = (notOne: string) =>
  number()
    .transform((_: unknown, sent: unknown) => sent)
    .typeError(({ originalValue }) => figureProblem(originalValue) ?? notOne);

/** Yes or no, sent as such: text in its place is refused, not read. */
export const trueOrFalse = () =>
  boolean()
    .transform((_: unknown, sent: unknown) => sent)
    .typeError('Must be true or false');

/** For yup's `test`: a UUID of any version. Its own rule knows them up to 5; the ids of orders have 7. */
export const uuidRule = (message: string) => ({
  name: 'uuid',
  message,
  skipAbsent: true,
  test: (text?: string | null) => isUuid(text ?? ''),
});

/**
 * Cuts a list to one more than it may have, before its items are looked at: a list that is too long is still refused, at
 * no cost. A hundred kilobytes of `0,` would else be fifty thousand lines to check, with a message for each.
 */
export const cutAfter =
  (max: number) =>
  (list: unknown): unknown =>
    Array.isArray(list) ? list.slice(0, max + 1) : list;

/** A field of a form that is made from a table: what it is called and what it looks like. */
export type FieldText = {
  label: string;
  hint?: string;
  /** Of the fields that begin with this one. */
  heading?: string;
  /** Beside the other of its pair. */
  isHalf?: boolean;
  /** Of a text of several lines. */
  rows?: number;
  /** A number, typed with or without commas. */
  isFigure?: boolean;
  isDay?: boolean;
  /** To choose one from. */
  options?: readonly { value: string; label: string }[];
};

/** The same with what it may hold. */
export type FormField = FieldText & { rule: Schema };

/** The schema of what such fields hold. */
export function schemaOfFields<Fields extends Record<string, FormField>>(fields: Fields) {
  const rules = Object.entries(fields).map(([name, { rule }]) => [name, rule]);
  return object(Object.fromEntries(rules) as { [name in keyof Fields]: Fields[name]['rule'] }).required();
}
