import { type Schema, ValidationError } from 'yup';

/** What was typed as the schema reads it, or the first problem of each field by its path, such as `lines[0].quantity`. */
export function validated<Value>(
  schema: Schema<Value>,
  typed: unknown,
): { value?: Value; problems: Record<string, string> } {
  try {
    return { value: schema.validateSync(typed, { abortEarly: false }), problems: {} };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const problems: Record<string, string> = {};
    for (const { path = '', message } of error.inner) problems[path] ??= message;
    return { problems };
  }
}
