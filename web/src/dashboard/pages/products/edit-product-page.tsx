import { useParams } from 'react-router-dom';
import { HistoryOf } from '../../features/history/history-of.tsx';
import { EditProduct } from '../../features/products/edit-product.tsx';

/** `/admin/products/:id`: one product, its form and its history. */
export function EditProductPage() {
  const { id = '' } = useParams();
  return (
    <EditProduct
      key={id}
      id={id}
      renderHistory={(onRestored) => <HistoryOf table="products" rowId={id} onPutBack={onRestored} />}
    />
  );
}
