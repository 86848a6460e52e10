import { Overview } from '#dashboard/features/overview/overview.tsx';

/** `/admin`: what waits for somebody, and the figures. */
export function OverviewTab() {
  return (
    <>
      {/* The tab says it to the eye. */}
      <h2 className="visually-hidden">Overview</h2>
      <Overview />
    </>
  );
}
