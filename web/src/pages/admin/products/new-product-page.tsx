import { PageMeta } from '../../../components/page-meta.tsx';

/** `/admin/products/new`: the form for a product that is not there yet. */
export function NewProductPage() {
  return (
    <>
      <PageMeta title="New product, Admin Dashboard" />
      <h2>New product</h2>
    </>
  );
}
