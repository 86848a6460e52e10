import { ProductsTable } from '#dashboard/features/products/list/products-table.tsx';
import { SearchMisses } from '#dashboard/features/products/list/search-misses.tsx';
import { ProductImage } from '#components/product-picture/product-image.tsx';
import { useMay } from '#dashboard/lib/use-may.ts';

/** `/admin/products`: the catalogue as a table, and what shoppers did not find in it. */
export function ProductsTab() {
  const may = useMay();
  return (
    <>
      <ProductsTable picture={(product) => <ProductImage product={product} small />} />
      {may('products.write') ? <SearchMisses /> : null}
    </>
  );
}
