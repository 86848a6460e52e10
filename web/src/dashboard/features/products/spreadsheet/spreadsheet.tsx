import { LinkButton } from '#components/forms/button.tsx';
import { ExportProducts } from './export/export-products.tsx';
import { ImportProducts } from './import/import-products.tsx';
import { PastImports } from './past-imports.tsx';
import { classNames } from '#components/page/class-names.ts';
import styles from './spreadsheet.module.css';

/** Exports and imports the catalogue as a spreadsheet, and undoes imports. */
export function Spreadsheet() {
  return (
    <div className={classNames('stack gap-5', styles.spreadsheet)}>
      <div className="cluster spread gap-3">
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
