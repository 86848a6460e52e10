import { PageMeta } from '#components/page/page-meta.tsx';
import { HealthList } from '#dashboard/features/health/health-list.tsx';

/** `/admin/health`: the health of each part of the shop, and what to do about it. */
export function HealthTab() {
  return (
    <>
      <PageMeta title="Health, Admin Dashboard" />
      <HealthList />
    </>
  );
}
