import { queryDatabase } from '#dashboard/lib/admin-database.ts';
import { useAdminWrite, useRowsOfTable } from '#dashboard/lib/admin-queries.ts';

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
export function useBankHolidays(year: number) {
  return useRowsOfTable(['bank-holidays', year], 'statements', (database, signal) =>
    database
      .from('bank_holidays')
      .select('id, day, name, source')
      .gte('day', `${year}-01-01`)
      .lte('day', `${year}-12-31`)
      .order('day')
      .abortSignal(signal),
  );
}

/** Adds a day. The database refuses an existing one (23505). */
export function useAddHoliday() {
  return useAdminWrite((holiday: Omit<BankHoliday, 'id'>) =>
    queryDatabase((database) => database.from('bank_holidays').insert(holiday), 'settings'),
  );
}

export function useRemoveHoliday() {
  return useAdminWrite((id: string) =>
    queryDatabase((database) => database.from('bank_holidays').delete().eq('id', id), 'settings'),
  );
}
