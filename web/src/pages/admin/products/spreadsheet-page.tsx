import { PageMeta } from '../../../components/page-meta.tsx';

/** `/admin/products/spreadsheet`: the catalogue out and in as a spreadsheet. */
export function SpreadsheetPage() {
  return (
    <>
      <PageMeta title="Spreadsheet, Admin Dashboard" />
      <h2>Spreadsheet</h2>
    </>
  );
}
