import { boolean } from 'yup';

/** Yes or no, sent as such: text in its place is refused, not read. */
export const trueOrFalse = () =>
  boolean()
    .transform((_: unknown, sent: unknown) => sent)
    .typeError('Must be true or false');
