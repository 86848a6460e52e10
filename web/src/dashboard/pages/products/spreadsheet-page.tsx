import { PageMeta } from '../../../components/page-meta.tsx';
import { Spreadsheet } from '../../features/products/spreadsheet/spreadsheet.tsx';

/** `/admin/products/spreadsheet`: the catalogue out and in as a spreadsheet. */
export function SpreadsheetPage() {
  return (
    <>
      <PageMeta title="Spreadsheet, Admin Dashboard" />
      <Spreadsheet />
    </>
  );
}
