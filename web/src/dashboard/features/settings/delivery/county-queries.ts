import type { DeliveryCounty } from '@contract/delivery.ts';
import { errorMessage } from '@contract/error-messages.ts';
import { useMutation } from '@tanstack/react-query';
import { queryDatabase } from '#dashboard/lib/admin-database.ts';
import { useRefreshAdmin, useRowsOfTable } from '#dashboard/lib/admin-queries.ts';

/** A county with the fields that only the owner sees. */
export type CountySettings = Omit<DeliveryCounty, 'towns'> & {
  id: string;
  /** KES; null keeps delivery outside the total. */
  fixedPrice: number | null;
  /** The last change, sent with an update to detect conflicts. */
  updatedAt: string;
};

/** The fields of a county that the owner may change. */
export type CountyChange = Pick<
  CountySettings,
  'zone' | 'daysFrom' | 'daysTo' | 'sameDayBefore' | 'low' | 'high' | 'freeAbove' | 'fixedPrice'
>;

const columns =
  'id, code, name, zone, daysFrom:days_from, daysTo:days_to, sameDayBefore:same_day_before, low, high, freeAbove:free_above, fixedPrice:fixed_price, updatedAt:updated_at';

export function useDeliveryCounties() {
  return useRowsOfTable(['delivery-counties'], 'dashboard', (database, signal) =>
    database
      .from('delivery_counties')
      .select(columns)
      .order('code')
      .abortSignal(signal)
      .overrideTypes<CountySettings[], { merge: false }>(),
  );
}

/** Changes a county, unless somebody else has changed it since it was read. */
export function useChangeCounty() {
  const refresh = useRefreshAdmin();
  return useMutation({
    mutationFn: async ({ county, change }: { county: CountySettings; change: CountyChange }) => {
      const changed = await queryDatabase(
        (database) =>
          database
            .from('delivery_counties')
            .update({
              zone: change.zone,
              days_from: change.daysFrom,
              days_to: change.daysTo,
              same_day_before: change.sameDayBefore,
              low: change.low,
              high: change.high,
              free_above: change.freeAbove,
              fixed_price: change.fixedPrice,
            })
            .eq('id', county.id)
            .eq('updated_at', county.updatedAt)
            .select('id'),
        'settings',
      );
      if (changed.length === 0) throw new Error(errorMessage.changed_meanwhile);
    },
    // Also after a refusal, to show somebody else's change.
    onSettled: refresh,
  });
}
