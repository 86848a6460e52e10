import { useParams } from 'react-router-dom';
import { PageMeta } from '../../../components/page-meta.tsx';
import { EditProduct } from '../../../features/admin-products/edit-product.tsx';

/** `/admin/products/:id`: one product, its form and its history. */
export function EditProductPage() {
  const { id = '' } = useParams();
  return (
    <>
      <PageMeta title="Edit Product, Admin Dashboard" />
      <EditProduct key={id} id={id} />
    </>
  );
}
