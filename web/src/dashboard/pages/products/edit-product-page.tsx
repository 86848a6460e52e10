import { useParams } from 'react-router-dom';
import { ProductHistory } from '#dashboard/features/history/product-history.tsx';
import { StockMovements } from '#dashboard/features/stock/stock-movements.tsx';
import { EditProduct } from '#dashboard/features/products/edit-product.tsx';

/** `/admin/products/:id`: one product, its form and its history. */
export function EditProductPage() {
  const { id = '' } = useParams();
  return (
    <EditProduct
      key={id}
      id={id}
      movements={<StockMovements productId={id} />}
      renderHistory={(onRestored) => <ProductHistory productId={id} onRestored={onRestored} />}
    />
  );
}
