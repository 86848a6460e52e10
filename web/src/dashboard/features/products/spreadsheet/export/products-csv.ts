import { toCsv } from '../../../../../lib/csv-file.ts';
import type { CatalogueProduct } from '../catalogue-product.ts';
import { cellOfText } from '../cell-text.ts';
import { productColumns } from '../product-columns.ts';

/** By this mark Excel knows that a file is UTF-8. */
export const byteOrderMark = '\uFEFF';

/** Products as a CSV file that spreadsheets open by a double click. */
export function productsCsv(products: readonly CatalogueProduct[]): string {
  const heads = productColumns.map(({ head }) => head);
  const rows = products.map((product) => productColumns.map(({ write }) => cellOfText(write(product))));
  return byteOrderMark + toCsv([heads, ...rows]);
}
