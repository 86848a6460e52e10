import { ExportCsv } from '#dashboard/components/export-csv.tsx';
import { TableFilters } from '#dashboard/components/table-filters.tsx';
import { useTableAddress } from '#dashboard/lib/table-address.ts';
import { productFilters, productList } from '#dashboard/features/products/list/product-rows-query.ts';
import { catalogueFile } from '../catalogue-columns.ts';

/** Exports the products that match the filters, the oldest first. */
export function ExportProducts() {
  const address = useTableAddress({ filters: productFilters });
  const { filters, isFiltered } = address;
  return (
    <section className="stack gap-3 line-above pad-top-4" aria-labelledby="export-heading">
      <h3 id="export-heading">Export</h3>
      <p className="text-width">
        Every column of the catalogue as CSV, for Excel, LibreOffice or Google Sheets. The <code>id</code>{' '}
        says which product a row belongs to: do not change it.
      </p>
      <TableFilters filters={productFilters} address={address} />
      <div>
        <ExportCsv
          noun="products"
          label={isFiltered ? 'Export filtered products' : 'Export all products'}
          maxRows={Infinity}
          list={productList({ sort: { by: 'createdAt', descending: false }, filters })}
          partSize={500}
          columns={{ csv: catalogueFile }}
        />
      </div>
    </section>
  );
}
