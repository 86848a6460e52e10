import { useQuery } from '@tanstack/react-query';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { sqlQueryAlwaysStale, useAdminWrite } from '#dashboard/lib/admin-queries.ts';

/** A day on which banks are closed, besides weekends. */
export type BankHoliday = {
  id: string;
  /** `YYYY-MM-DD` */
  day: string;
  name: string;
  /** The source of the information. */
  source: string;
};

/** The bank holidays of one year, in order. */
export const useBankHolidays = (year: number) =>
  useQuery(sqlQueryAlwaysStale(['bank-holidays', year], 'list_bank_holidays', { p_year: year }));

export function useRemoveHoliday() {
  return useAdminWrite((id: string) => callSql('remove_bank_holiday', { p_id: id }));
}
