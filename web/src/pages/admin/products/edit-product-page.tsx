import { PageMeta } from '../../../components/page-meta.tsx';

/** `/admin/products/:id`: one product, its form and its history. */
export function EditProductPage() {
  return (
    <>
      <PageMeta title="Edit product, Admin Dashboard" />
      <h2>Edit product</h2>
    </>
  );
}
