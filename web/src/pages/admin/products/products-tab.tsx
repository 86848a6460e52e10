import { PageMeta } from '../../../components/page-meta.tsx';

/** `/admin/products`: the catalogue as a table. */
export function ProductsTab() {
  return (
    <>
      <PageMeta title="Products, Admin Dashboard" />
      <h2>Products</h2>
    </>
  );
}
