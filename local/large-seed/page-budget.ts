import type { AllowedGrowth } from './page-growth.ts';
import { type PlanNode, scansOf } from './query-plans.ts';

/** What a query must read to answer. */
export type Needs = {
  /** Products that are shown, and the candidates that are read one by one: compatible products, what a search ranks. */
  products: number;
  /** SQL expression for the number of index entries that are filtered or counted because no index has them contiguously. */
  entries?: string;
  allowedGrowth?: AllowedGrowth;
};

/** Looking up a product by its key: three levels of the index at 100,000 products, and the row. */
const pagesOfProduct = 4;
/** An entry of the indexes that lists, figures and texts are counted by has about 90 bytes; a page has 8 kB. */
const entriesOnPage = 80;
/** The descent into the list's own index, and what Postgres reads to plan. */
const fixedPages = 40;

/** The pages of 8 kB that a query may read: twice those that it needs. */
export const allowedPages = ({ products }: Needs, entries: number): number =>
  2 * Math.ceil(products * pagesOfProduct + entries / entriesOnPage) + fixedPages;

/**
 * The pages of 8 kB that a query read, including the functions that it called, but without tables that stay small
 * however the shop grows. The plan of the query itself is the last one reported.
 */
export function pagesRead(plans: readonly PlanNode[], largeTables: Pick<ReadonlySet<string>, 'has'>): number {
  const whole = plans.at(-1);
  const inSmallTables = plans
    .flatMap(scansOf)
    .filter(({ table }) => table !== '' && !largeTables.has(table))
    .reduce((sum, { pages }) => sum + pages, 0);
  return (whole?.['Shared Hit Blocks'] ?? 0) + (whole?.['Shared Read Blocks'] ?? 0) - inSmallTables;
}
