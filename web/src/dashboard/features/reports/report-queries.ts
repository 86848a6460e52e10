import { keepPreviousData } from '@tanstack/react-query';
import { useSql } from '#dashboard/lib/admin-queries.ts';
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
