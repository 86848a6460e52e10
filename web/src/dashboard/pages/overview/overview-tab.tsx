import { formatWeekday, nairobiDay } from '@contract/nairobi-time.ts';
import { Overview } from '#dashboard/features/overview/overview.tsx';

/** `/admin`: what waits for somebody, and the figures. */
export function OverviewTab() {
  return (
    <>
      <div className="cluster gap-3 target">
        <h2>Overview</h2>
        <span className="quiet">{formatWeekday(nairobiDay())}</span>
      </div>
      <Overview />
    </>
  );
}
