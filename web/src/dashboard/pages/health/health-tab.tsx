import { PageMeta } from '../../../components/page-meta.tsx';
import { HealthList } from '../../features/health/health-list.tsx';

/** `/admin/health`: how each part of the shop is, and what to do about it. */
export function HealthTab() {
  return (
    <>
      <PageMeta title="Health, Admin Dashboard" />
      <HealthList />
    </>
  );
}
