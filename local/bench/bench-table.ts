import type { Load } from './load.ts';

/** One measurement. `ofNode` and `ofDeno`: its requests per second divided by those of the bare servers. */
export type Row = {
  what: string;
  /** `SQL`: the same queries, sent by a database driver. */
  where: 'bare Node' | 'bare Deno' | 'SQL' | 'function' | 'proxy';
  /** Whether public replies were cached. */
  cached: boolean;
  connections: number;
  load: Load;
  ofNode: number;
  ofDeno: number;
};

export const heading = [
  'what'.padEnd(32),
  'where'.padEnd(10),
  ...['per second', 'of Node', 'of Deno', 'p50 ms', 'p95 ms', 'p99 ms', '503s', 'errors', 'client'].map(
    (title) => title.padStart(title === 'per second' ? 11 : 9),
  ),
].join('');

export function lineOf({ what, where, cached, load, ofNode, ofDeno }: Row): string {
  const { perSecond, p50, p95, p99, busy, errors, generator } = load;
  const ratio = (number: number) => (number === 1 ? '' : number.toFixed(4)).padStart(9);
  return [
    `${what}${cached ? ', cached' : ''}`.padEnd(32),
    where.padEnd(10),
    perSecond.toFixed(1).padStart(11),
    ratio(where === 'bare Node' ? 1 : ofNode),
    ratio(where === 'bare Deno' ? 1 : ofDeno),
    ...[p50, p95, p99, busy, errors, generator].map((number) => String(number).padStart(9)),
  ].join('');
}

/** A required value and a goal beyond it; ratios compare measurements of the same run. */
type Target = { name: string; found: number; required: number; goal?: number; isUpperBound?: boolean };

/** @param memory megabytes of all processes except Postgres, before and after the load */
export function targetsOf(rows: readonly Row[], memory: { idle: number; loaded: number }): Target[] {
  const row = (what: string, where: Row['where'], cached: boolean) => {
    const found = rows.find((one) => one.what === what && one.where === where && one.cached === cached);
    if (!found) throw new Error(`There is no measurement of ${what}, ${where}.`);
    return found;
  };
  const ofDeno = (what: string, cached: boolean, required: number): Target => ({
    name: `${what} at the function, ${cached ? 'cached' : 'not cached'}, of bare Deno`,
    found: row(what, 'function', cached).ofDeno,
    required,
  });
  const throughProxy = (what: string): Target => ({
    name: `${what} through the proxy, cached, of bare Node`,
    found: row(what, 'proxy', true).ofNode,
    required: 0.1,
    goal: 0.2,
  });
  return [
    ...[ofDeno('shelf', true, 0.5), ofDeno('product', true, 0.5)],
    ...[ofDeno('shelf', false, 0.02), ofDeno('product', false, 0.03), ofDeno('search', false, 0.01)],
    ...[throughProxy('shelf'), throughProxy('product')],
    ...(['function', 'proxy'] as const).map((where) => ({
      name: `orders of 8 buyers at the ${where}, per 1,000 requests of bare Node`,
      found: row(orders, where, true).ofNode * 1000,
      required: 5,
      goal: 8,
    })),
    {
      name: 'errors other than 503 with 64 buyers',
      found: row(ordersOfOneProduct(64), 'proxy', true).load.errors,
      required: 0,
      isUpperBound: true,
    },
    { name: 'megabytes at rest, without Postgres', found: memory.idle, required: 350, isUpperBound: true },
    {
      name: 'additional megabytes after the load',
      found: memory.loaded - memory.idle,
      required: 150,
      isUpperBound: true,
    },
  ];
}

/** Eight buyers at once, each of another product. */
export const orders = 'orders, 8 buyers';
/** The buyers wait for each other. */
export const ordersOfOneProduct = (buyers: number) => `one product, ${buyers} buyers`;

export function targetLine({ name, found, required, goal, isUpperBound = false }: Target): string {
  const isMet = isUpperBound ? found <= required : found >= required;
  const shown = Number(found.toPrecision(3));
  const requirement = `${isUpperBound ? 'at most' : 'at least'} ${required}${goal ? `, goal ${goal}` : ''}`;
  return `${isMet ? '✓' : '✗'} ${name}: ${shown} (${requirement})`;
}
