import type { Load } from './load.ts';

/** One measurement. `ofNode` and `ofDeno`: its requests per second by those of the bare servers beside it. */
export type Row = {
  what: string;
  /** `SQL`: the same queries in a loop of a driver. */
  where: 'bare Node' | 'bare Deno' | 'SQL' | 'function' | 'proxy';
  /** Whether public replies were kept. */
  kept: boolean;
  connections: number;
  load: Load;
  ofNode: number;
  ofDeno: number;
};

export const heading = [
  'what'.padEnd(26),
  'where'.padEnd(10),
  ...['per second', 'of Node', 'of Deno', 'p50 ms', 'p95 ms', 'p99 ms', '503s', 'errors', 'asking'].map(
    (title) => title.padStart(title === 'per second' ? 11 : 9),
  ),
].join('');

export function lineOf({ what, where, kept, load, ofNode, ofDeno }: Row): string {
  const { perSecond, p50, p95, p99, busy, errors, generator } = load;
  const ratio = (number: number) => (number === 1 ? '' : number.toFixed(4)).padStart(9);
  return [
    `${what}${kept ? ', kept' : ''}`.padEnd(26),
    where.padEnd(10),
    perSecond.toFixed(1).padStart(11),
    ratio(where === 'bare Node' ? 1 : ofNode),
    ratio(where === 'bare Deno' ? 1 : ofDeno),
    ...[p50, p95, p99, busy, errors, generator].map((number) => String(number).padStart(9)),
  ].join('');
}

/** What the shop must reach, and would like to, as ratios within one run. */
type Target = { name: string; found: number; must: number; aim?: number; isMost?: boolean };

/** @param memory megabytes of all processes but Postgres, before and after the load */
export function targetsOf(rows: readonly Row[], memory: { idle: number; loaded: number }): Target[] {
  const row = (what: string, where: Row['where'], kept: boolean) => {
    const found = rows.find((one) => one.what === what && one.where === where && one.kept === kept);
    if (!found) throw new Error(`Nothing was measured for ${what}, ${where}.`);
    return found;
  };
  const ofDeno = (what: string, kept: boolean, must: number): Target => ({
    name: `${what} at the function, ${kept ? 'kept' : 'nothing kept'}, of bare Deno`,
    found: row(what, 'function', kept).ofDeno,
    must,
  });
  const throughProxy = (what: string): Target => ({
    name: `${what} through the proxy, kept, of bare Node`,
    found: row(what, 'proxy', true).ofNode,
    must: 0.1,
    aim: 0.2,
  });
  return [
    ...[ofDeno('shelf', true, 0.5), ofDeno('product', true, 0.5)],
    ...[ofDeno('shelf', false, 0.02), ofDeno('product', false, 0.03), ofDeno('search', false, 0.01)],
    ...[throughProxy('shelf'), throughProxy('product')],
    {
      name: 'orders of 8 buyers per 1,000 of bare Node',
      found: row(orders(8), 'proxy', true).ofNode * 1000,
      must: 5,
      aim: 8,
    },
    {
      name: 'errors but 503 of 64 buyers',
      found: row(orders(64), 'proxy', true).load.errors,
      must: 0,
      isMost: true,
    },
    { name: 'megabytes at rest, without Postgres', found: memory.idle, must: 350, isMost: true },
    { name: 'megabytes more after the load', found: memory.loaded - memory.idle, must: 150, isMost: true },
  ];
}

export const orders = (buyers: number) => `orders, ${buyers} buyers`;

export function targetLine({ name, found, must, aim, isMost = false }: Target): string {
  const isMet = isMost ? found <= must : found >= must;
  const shown = Number(found.toPrecision(3));
  const wanted = `${isMost ? 'at most' : 'at least'} ${must}${aim ? `, aim ${aim}` : ''}`;
  return `${isMet ? '✓' : '✗'} ${name}: ${shown} (${wanted})`;
}
