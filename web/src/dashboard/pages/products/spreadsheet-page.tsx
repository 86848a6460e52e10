import { ExportProducts } from '#dashboard/features/products/spreadsheet/export/export-products.tsx';
import { ImportProducts } from '#dashboard/features/products/spreadsheet/import/import-products.tsx';
import { PastImports } from '#dashboard/features/products/spreadsheet/past-imports.tsx';
import styles from '#dashboard/features/products/spreadsheet/spreadsheet.module.css';

/** `/admin/products/spreadsheet`: exports and imports the catalogue, and undoes imports. */
export function SpreadsheetPage() {
  return (
    <div className={`stack gap-5 ${styles.spreadsheet}`}>
      <h2>Lists</h2>
      <ExportProducts />
      <ImportProducts />
      <PastImports />
    </div>
  );
}
