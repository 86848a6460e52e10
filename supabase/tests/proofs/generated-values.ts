import fc from 'fast-check';
import type { JsonSchema } from './json-schema.ts';

/** A choice that one seed makes again in the same order. */
export type Chance = {
  random(): number;
  /** True once in `times`. */
  oneIn(times: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** A whole number, both ends included. */
  between(low: number, high: number): number;
};

export function chanceFrom(random: () => number): Chance {
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  return {
    random,
    between,
    oneIn: (times) => random() < 1 / times,
    pick: (list) => list[between(0, list.length - 1)]!,
  };
}

/** A value that the schema lets through; `id` gives the ids, by the name of their field. */
export function validValue(
  schema: JsonSchema,
  chance: Chance,
  id: (field: string) => string,
  field = '',
): unknown {
  const of = (inner: JsonSchema, name = field) => validValue(inner, chance, id, name);
  if (schema.anyOf) return of(chance.pick(schema.anyOf));
  if (schema.enum) return chance.pick(schema.enum);
  const types = [schema.type ?? 'object'].flat();
  switch (types.includes('null') && chance.oneIn(4) ? 'null' : types[0]) {
    case 'null':
      return null;
    case 'boolean':
      return chance.oneIn(2);
    case 'integer':
    case 'number': {
      const low = schema.minimum ?? 0;
      const high = schema.maximum ?? 1_000_000;
      return chance.oneIn(5) ? chance.pick([low, high]) : chance.between(low, Math.min(high, low + 1000));
    }
    case 'array': {
      const maxItems = Math.min(schema.maxItems ?? 3, 3);
      return Array.from({ length: chance.between(schema.minItems ?? 0, maxItems) }, () =>
        of(schema.items ?? {}),
      );
    }
    case 'string':
      return validText(schema, chance, id, field);
    default:
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name) || !chance.oneIn(3))
          .map(([name, inner]) => [name, of(inner, name)]),
      );
  }
}

const words = ['Sukari', 'Umeme wa jua', 'Łódź 12', '東京', 'O’Brien & Sons', 'x', 'Jua Kali; Ltd.'];

function validText(schema: JsonSchema, chance: Chance, id: (field: string) => string, field: string): string {
  const { pattern, format, minLength = 0, maxLength = 60 } = schema;
  if (format === 'uuid') return id(field);
  if (/phone/i.test(field)) return chance.pick(['0712 345 678', '+254712345678', '0110 000 000']);
  if (/email|contact/i.test(field)) return `fuzz-${chance.between(1, 1e9)}@example.com`;
  if (/password/i.test(field)) return `maji-na-mawe-${chance.between(1, 1e9)}`;
  if (field === 'day') return chance.pick(['2026-11-20', '2026-01-01', '2031-12-31', '2026-02-30']);
  if (pattern) {
    const seed = chance.between(1, 2 ** 30);
    const [text = ''] = fc.sample(fc.stringMatching(new RegExp(pattern)), { seed, numRuns: 1 });
    return text;
  }
  return chance.pick(words).padEnd(minLength, 'a').slice(0, maxLength);
}

/** What nobody types by hand. Each is made when it is asked for: some are long. */
const hostile: ((chance: Chance) => unknown)[] = [
  () => null,
  () => '',
  () => '   ',
  () => true,
  () => [],
  () => ({}),
  () => -1,
  () => 0.1,
  () => 1e308,
  () => Number.MAX_SAFE_INTEGER + 2,
  () => 2_147_483_648,
  () => '2147483648',
  () => 'NUL \0 inside',
  () => '\u0001\u0007\u001b[31m\u007f\u0085',
  () => 'line\r\nX-Injected: yes',
  () => '\u202Eright to left\u2066',
  () => '\uD800 half a pair',
  () => '😀'.repeat(300),
  () => 'e\u0301'.repeat(200),
  () => "'; drop table public.orders; --",
  () => "' or 1=1 --",
  () => "1); select * from auth.users where ('1'='1",
  () => '$$; $1 %s {0} ${7*7} {{7*7}}',
  () => '<script>alert(1)</script><img src=x onerror=alert(1)>',
  () => 'javascript:alert(1)',
  () => '=HYPERLINK("https://example.com")',
  () => '../../../../etc/passwd',
  () => '%00%2e%2e%2f',
  () => '(((((((((((a+)+)+)+)+)+)+)+)+)+)+$',
  () => '*:* & | ! <-> \\',
  () => '00000000-0000-0000-0000-000000000000',
  () => 'ffffffff-ffff-ffff-ffff-fffffffffff',
  () => '9999-99-99',
  () => '-infinity',
  (chance) => 'a'.repeat(chance.pick([255, 5001, 70_000])),
  (chance) => nested(chance.pick([5, 500, 3000])),
  (chance) => Array.from({ length: chance.pick([101, 6000]) }, () => 0),
  () => JSON.parse('{"__proto__":{"role":"admin"},"constructor":{"prototype":{}},"toString":1}') as unknown,
];

export const hostileValue = (chance: Chance): unknown => chance.pick(hostile)(chance);

/** A text for a path, a query or a header. */
export function hostileText(chance: Chance): string {
  const value = hostileValue(chance);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.slice(0, 3000);
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

/** The same value with one thing broken somewhere inside. */
export function broken(value: unknown, chance: Chance): unknown {
  const isBranch = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (!isBranch || chance.oneIn(5)) return hostileValue(chance);
  if (Array.isArray(value)) {
    const place = chance.between(0, value.length - 1);
    return value.map((item: unknown, i) => (i === place ? broken(item, chance) : item));
  }
  const entries = Object.entries(value);
  const [name] = chance.pick(entries);
  if (chance.oneIn(5)) return Object.fromEntries(entries.filter(([other]) => other !== name));
  if (chance.oneIn(8)) return { ...value, [hostileText(chance).slice(0, 50)]: hostileValue(chance) };
  return Object.fromEntries(
    entries.map(([other, inner]) => [other, other === name ? broken(inner, chance) : inner]),
  );
}
