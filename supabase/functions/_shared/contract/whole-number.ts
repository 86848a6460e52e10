import { number } from 'yup';

/** A whole number that was sent as a number: text in its place is refused, not read. */
export const wholeNumber = (what: string) =>
  sentNumber(what).required(`${what} is missing`).integer(`${what} must be a whole number`);

/** The same, where nothing (`null`) is an answer too. */
export const optionalWholeNumber = (what: string) =>
  sentNumber(what).integer(`${what} must be a whole number`).nullable();

const sentNumber = (what: string) =>
  number()
    .transform((_: unknown, sent: unknown) => sent)
    .typeError(`${what} must be a number`);
