import { PageMeta } from '#components/page/page-meta.tsx';
import { Overview } from '#dashboard/features/overview/overview.tsx';

/** `/admin`: the figures, and what needs the owner's attention. */
export function OverviewTab() {
  return (
    <>
      <PageMeta title="Overview, Admin Dashboard" />
      <h2>Overview</h2>
      <Overview />
    </>
  );
}
