import { PageMeta } from '../../../components/page-meta.tsx';
import { Spreadsheet } from '../../features/products/spreadsheet/spreadsheet.tsx';

/** `/admin/products/spreadsheet`: exports and imports the catalogue. */
export function SpreadsheetPage() {
  return (
    <>
      <PageMeta title="Spreadsheet, Admin Dashboard" />
      <Spreadsheet />
    </>
  );
}
