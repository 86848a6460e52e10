import { PageMeta } from '#components/page/page-meta.tsx';
import { Spreadsheet } from '#dashboard/features/products/spreadsheet/spreadsheet.tsx';

/** `/admin/products/spreadsheet`: exports and imports the catalogue. */
export function SpreadsheetPage() {
  return (
    <>
      <PageMeta title="Spreadsheet, Admin Dashboard" />
      <Spreadsheet />
    </>
  );
}
