import { HistoryList } from '#dashboard/features/history/history-list.tsx';
import { describedBy } from '#dashboard/features/history/settings-text.ts';
import { DeliveryCounties } from '#dashboard/features/settings/delivery/delivery-counties.tsx';
import { countyFields } from '#dashboard/features/settings/delivery/typed-county.ts';

const describeCounty = describedBy(countyFields);

/** `/admin/settings/delivery`: what delivery costs and how long it takes, by zone, with the counties that differ. */
export function DeliveryPage() {
  return (
    <div className="stack gap-4">
      <h2>Delivery</h2>
      <DeliveryCounties
        renderHistory={(countyId) => (
          <HistoryList table="delivery_counties" rowIds={[countyId]} describe={describeCounty} />
        )}
      />
    </div>
  );
}
