import type { RowCursor } from '@contract/admin.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { pageSize, useSql } from '#dashboard/lib/admin-queries.ts';
import { type Days, daysProblem } from './report-days.ts';

/** The figures of some days; those of the last days stay until they are loaded. */
export const useSalesReport = ({ from, to }: Days) =>
  useSql(
    'sales_report',
    { p_from: from, p_to: to },
    { enabled: daysProblem({ from, to }) === null, placeholderData: keepPreviousData },
  );

/** Which payments, lines or papers: of one kind, method, buyer, category, product or rate of VAT. */
export type SoldFilter = {
  kind?: string;
  method?: string;
  customer?: string;
  category?: string;
  product?: string;
  rate?: string;
  etims?: string;
};

export type SoldPart = {
  days: Days;
  filter: SoldFilter;
  /** Absent of the first page, which has the sums of all. */
  after?: RowCursor | number;
  count?: number;
};
type List = 'list_sold_payments' | 'list_sold_lines' | 'list_issued_papers';

/** A page of a list of the report. */
export const readSold = <Name extends List>(
  list: Name,
  { days, filter, after, count = pageSize }: SoldPart,
  signal: AbortSignal,
) =>
  callSql<Name>(
    list,
    { p_from: days.from, p_to: days.to, p_filter: filter, p_limit: count, p_after: after },
    signal,
  );
