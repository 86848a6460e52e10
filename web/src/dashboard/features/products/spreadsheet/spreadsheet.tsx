import { LinkButton } from '../../../../components/button.tsx';
import { ExportProducts } from './export/export-products.tsx';
import { ImportProducts } from './import/import-products.tsx';
import { PastImports } from './past-imports.tsx';
import styles from './spreadsheet.module.css';

/** The catalogue out and in as a spreadsheet, and the way back. */
export function Spreadsheet() {
  return (
    <div className={styles.spreadsheet}>
      <div className={styles.head}>
        <h2>Spreadsheet</h2>
        <LinkButton to="/admin/products" variant="quiet">
          Back to products
        </LinkButton>
      </div>
      <ExportProducts />
      <ImportProducts />
      <PastImports />
    </div>
  );
}
