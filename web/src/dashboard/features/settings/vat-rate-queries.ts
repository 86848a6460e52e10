import type { VatClass } from '@contract/papers.ts';
import { queryDatabase } from '#dashboard/lib/admin-database.ts';
import { useAdminWrite, useRowsOfTable } from '#dashboard/lib/admin-queries.ts';

/** A rate of VAT. `from_day`: the first day it counts for, `YYYY-MM-DD`; `basis_points`: 1600 is 16 %. */
export type VatRate = { id: string; class: VatClass; from_day: string; basis_points: number };

/** All rates, past ones too, the newest first. */
export function useVatRates() {
  return useRowsOfTable(['vat-rates'], 'settings', (database, signal) =>
    database
      .from('vat_rates')
      .select('id, class, from_day, basis_points')
      .order('from_day', { ascending: false })
      .order('basis_points', { ascending: false })
      .abortSignal(signal)
      .overrideTypes<VatRate[], { merge: false }>(),
  );
}

/** Adds a rate. The database refuses a day that has one (23505) and days before tomorrow (42501). */
export function useAddVatRate() {
  return useAdminWrite((rate: Omit<VatRate, 'id'>) =>
    queryDatabase((database) => database.from('vat_rates').insert(rate), 'settings'),
  );
}

/** Removes a rate that does not count yet; `counts` when its day has come meanwhile, and it stays. */
export function useRemoveVatRate() {
  return useAdminWrite(async (id: string): Promise<'removed' | 'counts'> => {
    const removed = await queryDatabase(
      (database) => database.from('vat_rates').delete().eq('id', id).select('id'),
      'settings',
    );
    return removed.length > 0 ? 'removed' : 'counts';
  });
}
