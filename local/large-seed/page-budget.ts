import type { Grows } from './page-growth.ts';
import { type PlanNode, scansOf } from './query-plans.ts';

/** What an answer cannot be given without. */
export type Needs = {
  /** Products that are shown, and those that they are chosen from one by one: what fits, what a search ranks. */
  products: number;
  /** SQL of one number: entries of indexes that are filtered or counted by, because no order has them side by side. */
  entries?: string;
  grows?: Grows;
};

/** The row of a product by its key: three levels of the index at 100,000 products, and the row. */
const pagesOfProduct = 4;
/** An entry of the indexes that lists, figures and texts are counted in has some 90 bytes; a page has 8 kB. */
const entriesOnPage = 80;
/** The descent into the index of the list itself, and what Postgres reads to plan. */
const pagesAtHand = 40;

/** The pages of 8 kB that an answer may read: twice those that it needs. */
export const allowedPages = ({ products }: Needs, entries: number): number =>
  2 * Math.ceil(products * pagesOfProduct + entries / entriesOnPage) + pagesAtHand;

/**
 * The pages of 8 kB that a question read, the functions that it called among them; without tables that stay small
 * however the shop grows. The plan of the question itself is the last one reported.
 */
export function pagesRead(plans: readonly PlanNode[], largeTables: Pick<ReadonlySet<string>, 'has'>): number {
  const whole = plans.at(-1);
  const inSmallTables = plans
    .flatMap(scansOf)
    .filter(({ table }) => table !== '' && !largeTables.has(table))
    .reduce((sum, { pages }) => sum + pages, 0);
  return (whole?.['Shared Hit Blocks'] ?? 0) + (whole?.['Shared Read Blocks'] ?? 0) - inSmallTables;
}
