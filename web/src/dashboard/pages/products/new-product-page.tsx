import { useSearchParams } from 'react-router-dom';
import { PageMeta } from '#components/page/page-meta.tsx';
import { DuplicateProduct, NewProduct } from '#dashboard/features/products/new-product.tsx';

/** `/admin/products/new`: a new product; `?copy=<id>` begins with the values of another one. */
export function NewProductPage() {
  const [params] = useSearchParams();
  const original = params.get('copy');
  return (
    <>
      <PageMeta title="Add Product, Admin Dashboard" />
      {original ? <DuplicateProduct key={original} id={original} /> : <NewProduct />}
    </>
  );
}
