import { PageMeta } from '../../../components/page-meta.tsx';

/** `/admin/orders/:id/print`: packing slip or receipt. */
export function PrintPage() {
  return (
    <>
      <PageMeta title="Print, Admin Dashboard" />
      <h2>Print</h2>
    </>
  );
}
