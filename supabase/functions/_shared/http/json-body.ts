import { type InferType, type Schema, ValidationError } from 'yup';
import { unstorable } from '../contract/clean-text.ts';
import { readLimited } from './limited-body.ts';
import { Refusal } from './refusal.ts';

/** The limit in bytes; an order of a hundred lines is about 15 kB. */
const maxBodyBytes = 100_000;

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
  const body = await validated(schema, parsed(text));
  const unwritable = unwritablePaths(body).map((path) => [
    path,
    'Contains a character that cannot be stored',
  ]);
  if (unwritable.length > 0) throw invalid(Object.fromEntries(unwritable) as Record<string, string>);
  return body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, withoutInheritedNames);
  } catch {
    throw new Refusal('invalid_json');
  }
}

async function validated<S extends Schema>(schema: S, body: unknown): Promise<InferType<S>> {
  try {
    return (await schema.validate(body, { abortEarly: false, stripUnknown: true })) as InferType<S>;
  } catch (error) {
    if (error instanceof ValidationError) throw invalid(fieldMessages(error));
    // yup throws it when one error collects a hundred thousand others.
    if (error instanceof RangeError) throw invalid({ body: 'There are too many errors to list' });
    throw error;
  }
}

const invalid = (fields: Record<string, string>) => new Refusal('invalid_request', { fields });

/** yup looks a field up by its name, and would find what every object inherits: `constructor`, `__proto__`. */
function withoutInheritedNames(name: string, value: unknown): unknown {
  return name in Object.prototype ? undefined : value;
}

/** Where a text has a character that cannot be stored. */
function unwritablePaths(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return unstorable.test(value) ? [path || 'body'] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    unwritablePaths(inner, Array.isArray(value) ? `${path}[${name}]` : path ? `${path}.${name}` : name),
  );
}

/** The first message of each path; an error of the whole body has the path `body`. */
function fieldMessages(error: ValidationError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const inner of error.inner.length > 0 ? error.inner : [error]) {
    if (inner.path) fields[inner.path] ??= inner.message;
    else fields.body = 'The request must be a JSON object';
  }
  return fields;
}
