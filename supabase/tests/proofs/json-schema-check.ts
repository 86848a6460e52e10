import type { JsonSchema } from '../../functions/_shared/contract/openapi.ts';

/**
 * Where a value differs from its schema, or null. Objects are closed: a name that the schema does not have is something
 * that was not meant to be sent.
 */
export function differenceFrom(
  schema: JsonSchema,
  value: unknown,
  named: Record<string, JsonSchema>,
  at = 'body',
): string | null {
  const check = (inner: JsonSchema, of: unknown, where: string) => differenceFrom(inner, of, named, where);
  if (schema.$ref) return check(named[schema.$ref.split('/').at(-1)!]!, value, at);
  if (schema.anyOf) {
    const differences = schema.anyOf.map((one) => check(one, value, at));
    // The longest path is that of the shape which was meant.
    return differences.includes(null)
      ? null
      : (differences.sort((a, b) => (b?.length ?? 0) - (a?.length ?? 0))[0] ?? null);
  }
  if ('const' in schema) return value === schema.const ? null : `${at} is not ${String(schema.const)}`;
  if (schema.enum) return schema.enum.includes(value) ? null : `${at} is ${JSON.stringify(value)}`;
  if (schema.type === undefined) return null;
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  if (type !== schema.type) return `${at} is of type ${type}, not ${String(schema.type)}`;
  if (Array.isArray(value)) {
    return firstOf(
      value.map((item, i) => check(schema.prefixItems?.[i] ?? schema.items ?? {}, item, `${at}[${i}]`)),
    );
  }
  if (typeof value !== 'object' || value === null) return null;
  const missing = schema.required?.find((name) => !(name in value));
  if (missing) return `${at}.${missing} is missing`;
  if (!schema.properties && !schema.additionalProperties) return null;
  return firstOf(
    Object.entries(value).map(([name, inner]) => {
      const of = schema.properties?.[name] ?? schema.additionalProperties;
      return of ? check(of, inner, `${at}.${name}`) : `${at}.${name} is in no schema`;
    }),
  );
}

const firstOf = (differences: (string | null)[]) =>
  differences.find((difference) => difference !== null) ?? null;
