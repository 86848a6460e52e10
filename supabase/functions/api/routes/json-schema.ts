import type { Schema, SchemaDescription, SchemaFieldDescription } from 'yup';
import type { JsonSchema } from '../../_shared/contract/openapi.ts';

/**
 * A yup schema as JSON Schema, from yup's own description of it. What yup checks with a function of ours stays out, so
 * the JSON Schema lets through a little more; texts are measured after the blanks at their ends were cut.
 */
export const jsonSchemaOf = (schema: Schema<unknown>): JsonSchema => described(schema.describe());

function described(field: SchemaFieldDescription): JsonSchema {
  if (field.type === 'lazy') {
    const { anyOf = [] } = ('meta' in field && field.meta ? field.meta : {}) as { anyOf?: Schema<unknown>[] };
    return anyOf.length > 0 ? { anyOf: anyOf.map(jsonSchemaOf) } : {};
  }
  const schema = field as SchemaDescription & {
    fields?: Record<string, SchemaFieldDescription>;
    innerType?: SchemaFieldDescription;
  };
  const rules = new Map(schema.tests.map(({ name, params }) => [name, params ?? {}]));
  const isWhole = rules.has('integer');
  const base = isWhole ? 'integer' : schema.type === 'mixed' ? undefined : schema.type;
  return {
    ...(base && { type: schema.nullable ? [base, 'null'] : base }),
    ...(schema.oneOf.length > 0 && { enum: [...schema.oneOf, ...(schema.nullable ? [null] : [])] }),
    ...(schema.notOneOf.length > 0 && { not: { enum: [...schema.notOneOf] } }),
    ...textRules(schema.type, rules),
    ...limits(schema.type, rules),
    ...(schema.innerType && { items: described(schema.innerType) }),
    ...(schema.fields && {
      properties: Object.fromEntries(
        Object.entries(schema.fields).map(([name, inner]) => [name, described(inner)]),
      ),
      required: Object.entries(schema.fields)
        .filter(([, inner]) => 'optional' in inner && !inner.optional)
        .map(([name]) => name),
    }),
  };
}

type Rules = Map<string | undefined, Record<string, unknown>>;

function textRules(type: string, rules: Rules): JsonSchema {
  if (type !== 'string') return {};
  if (rules.has('uuid')) return { format: 'uuid' };
  const pattern = rules.get('matches')?.regex;
  const isPlain = pattern instanceof RegExp && !/[is]/.test(pattern.flags);
  return {
    ...(isPlain && { pattern: pattern.source }),
    ...(rules.has('required') && { minLength: 1 }),
  };
}

/** yup uses the same two names for limits of texts, lists and numbers. */
function limits(type: string, rules: Rules): JsonSchema {
  const [min, max] = [rules.get('min')?.min, rules.get('max')?.max] as (number | undefined)[];
  const names = {
    string: ['minLength', 'maxLength'],
    array: ['minItems', 'maxItems'],
    number: ['minimum', 'maximum'],
  }[type];
  if (!names) return {};
  const [low = '', high = ''] = names;
  return { ...(min !== undefined && { [low]: min }), ...(max !== undefined && { [high]: max }) };
}
