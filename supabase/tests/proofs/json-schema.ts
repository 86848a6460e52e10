import type { Schema, SchemaDescription, SchemaFieldDescription } from 'yup';

/** A JSON Schema (2020-12), as far as the requests of the contract need it. */
export type JsonSchema = {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  not?: JsonSchema;
  anyOf?: JsonSchema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

/**
 * A yup schema as JSON Schema, from yup's own description of it. What yup checks with a function of ours stays out, so
 * the JSON Schema lets through a little more; texts are measured after the blanks at their ends were cut. Rows of an
 * import have one of two shapes, by their id.
 */
export const jsonSchemaOf = (schema: Schema<unknown>): JsonSchema => ({
  anyOf: [null, 'an id'].map((id) => described(schema.describe({ value: { rows: [{ id }] } }))),
});

function described(field: SchemaFieldDescription): JsonSchema {
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
