import { ProductsTable } from '#dashboard/features/products/list/products-table.tsx';
import { ProductImage } from '#components/product-picture/product-image.tsx';

/** `/admin/products`: the catalogue as a table. */
export function ProductsTab() {
  return <ProductsTable picture={(product) => <ProductImage product={product} small />} />;
}
