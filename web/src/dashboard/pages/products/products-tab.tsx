import { PageMeta } from '#components/page/page-meta.tsx';
import { ProductsTable } from '#dashboard/features/products/list/products-table.tsx';
import { ProductImage } from '#components/product-picture/product-image.tsx';

/** `/admin/products`: the catalogue as a table. */
export function ProductsTab() {
  return (
    <>
      <PageMeta title="Products, Admin Dashboard" />
      <ProductsTable picture={(product) => <ProductImage product={product} small />} />
    </>
  );
}
