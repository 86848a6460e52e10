import { PageMeta } from '#components/page/page-meta.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { SettingsHistory } from '#dashboard/features/history/settings-history.tsx';
import { BankHolidays } from '#dashboard/features/settings/bank-holidays.tsx';
import { DeliveryCounties } from '#dashboard/features/settings/delivery/delivery-counties.tsx';
import { SettingsForm } from '#dashboard/features/settings/settings-form.tsx';
import { useSettings } from '#dashboard/lib/settings-queries.ts';

/** `/admin/settings`: the shop's settings, and their history. */
export function SettingsTab() {
  return (
    <div className="stack gap-5">
      <PageMeta title="Settings, Admin Dashboard" />
      <h2>Settings</h2>
      <Loaded query={useSettings()} what="the settings" lines={4}>
        {(settings) => (
          <>
            <SettingsForm settings={settings} />
            <DeliveryCounties
              renderHistory={(countyId) => <SettingsHistory table="delivery_counties" rowId={countyId} />}
            />
            <BankHolidays />
            <section className="stack gap-3" aria-labelledby="settings-history">
              <h3 id="settings-history">Who changed what</h3>
              <SettingsHistory table="settings" rowId={settings.id} />
            </section>
          </>
        )}
      </Loaded>
    </div>
  );
}
