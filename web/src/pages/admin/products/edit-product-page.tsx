import { useParams } from 'react-router-dom';
import { EditProduct } from '../../../features/admin-products/edit-product.tsx';

/** `/admin/products/:id`: one product, its form and its history. */
export function EditProductPage() {
  const { id = '' } = useParams();
  return <EditProduct key={id} id={id} />;
}
