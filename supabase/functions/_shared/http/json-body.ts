import { type InferType, type Schema, ValidationError } from 'yup';
import { readLimited } from './limited-body.ts';
import { Refusal } from './refusal.ts';

/** Bytes that a body may have when its route says nothing else; an order of a hundred lines is about 15 kB. */
export const maxBodyBytes = 100_000;

/**
 * Reads, limits and validates a JSON body.
 * @throws Refusal `unsupported_media_type`, `body_too_large`, `invalid_json` or `invalid_request` with a message per field.
 */
export async function readJsonBody<S extends Schema>(
  request: Request,
  schema: S,
  maxBytes = maxBodyBytes,
): Promise<InferType<S>> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    throw new Refusal('unsupported_media_type');
  }
  const text = await readLimited(request, maxBytes);
  let body: unknown;
  try {
    body = JSON.parse(text, withoutInheritedNames);
  } catch {
    throw new Refusal('invalid_json');
  }
  try {
    return await schema.validate(body, { abortEarly: false, stripUnknown: true });
  } catch (error) {
    if (error instanceof ValidationError) {
      throw new Refusal('invalid_request', { fields: fieldMessages(error) });
    }
    throw error;
  }
}

/** yup looks a field up by its name, and would find what every object inherits: `constructor`, `__proto__`. */
function withoutInheritedNames(name: string, value: unknown): unknown {
  return name in Object.prototype ? undefined : value;
}

/** The first message of each path; a refusal of the whole body stands under `body`. */
function fieldMessages(error: ValidationError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const inner of error.inner.length > 0 ? error.inner : [error]) {
    if (inner.path) fields[inner.path] ??= inner.message;
    else fields.body = 'The request must be a JSON object';
  }
  return fields;
}
