import { useSearchParams } from 'react-router-dom';
import { DuplicateProduct, NewProduct } from '#dashboard/features/products/new-product.tsx';

/** `/admin/products/new`: a new product; `?copy=<id>` begins with the values of another one. */
export function NewProductPage() {
  const [params] = useSearchParams();
  const original = params.get('copy');
  return original ? <DuplicateProduct key={original} id={original} /> : <NewProduct />;
}
