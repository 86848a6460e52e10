import { boolean, type Schema, string } from 'yup';
import { isRecord } from '#lib/storage/stored-state.ts';

/** For `object()` of yup: the texts and ticks of a form as they are before anything is typed, which are the defaults. */
export const fieldsLike = <Fields extends Record<string, string | boolean>>(empty: Fields) =>
  Object.fromEntries<unknown>(
    Object.entries(empty).map(([name, value]) => [
      name,
      typeof value === 'string' ? string().default(value) : boolean().default(value),
    ]),
  ) as { [name in keyof Fields]: Schema<Fields[name]> };

/** Reads what a browser stored; null for what the schema refuses. A field that is new in this release has its default. */
export const parsedBy =
  <State>(schema: Schema<State>) =>
  (stored: unknown): State | null =>
    isRecord(stored) && schema.isValidSync(stored) ? schema.cast(stored, { stripUnknown: true }) : null;
