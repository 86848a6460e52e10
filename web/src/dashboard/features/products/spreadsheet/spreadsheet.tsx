import { LinkButton } from '../../../../components/button.tsx';
import { ExportProducts } from './export/export-products.tsx';
import { ImportProducts } from './import/import-products.tsx';
import { PastImports } from './past-imports.tsx';
import { Row } from '../../../components/layout.tsx';
import styles from './spreadsheet.module.css';

/** Exports and imports the catalogue as a spreadsheet, and undoes imports. */
export function Spreadsheet() {
  return (
    <div className={styles.spreadsheet}>
      <Row spread>
        <h2>Spreadsheet</h2>
        <LinkButton to="/admin/products" variant="quiet">
          Back to products
        </LinkButton>
      </Row>
      <ExportProducts />
      <ImportProducts />
      <PastImports />
    </div>
  );
}
