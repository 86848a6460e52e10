import { leastSearched, type PiecesAtBuyer } from '@contract/admin-customers.ts';
import { formatDay } from '@contract/nairobi-time.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Column } from '#components/tables/data-table.tsx';
import { AdminTable } from '#dashboard/components/admin-table.tsx';
import { useNamedProduct } from '#dashboard/components/named-product.ts';
import { OrderLink } from '#dashboard/components/order-link.tsx';
import { buyerText } from '#orders/company-text.ts';
import type { TableFilter } from '#dashboard/components/table-filters.tsx';
import { sqlList, useRows, useSql } from '#dashboard/lib/admin-queries.ts';
import { useTableAddress } from '#dashboard/lib/table-address.ts';

const filters: readonly TableFilter<'serials' | 'product'>[] = [
  { name: 'serials', kind: 'search', label: 'Serial numbers or how they begin, or a product' },
  { name: 'product', kind: 'from a link', label: 'Product', option: 'One product' },
];

const columns: Column<PiecesAtBuyer>[] = [
  {
    header: 'Order',
    onPhone: 'line',
    opens: true,
    cell: ({ orderId }) => <OrderLink id={orderId} />,
  },
  {
    header: 'Customer',
    onPhone: 'name',
    width: 'limited',
    cell: buyerText,
  },
  { header: 'Phone', onPhone: 'line', cell: ({ phone }) => phone && <a href={`tel:${phone}`}>{phone}</a> },
  { header: 'E-mail', from: 'medium', cell: ({ email }) => email && <a href={`mailto:${email}`}>{email}</a> },
  { header: 'Ordered', from: 'medium', onPhone: 'line', cell: ({ orderedAt }) => formatDay(orderedAt) },
  { header: 'Product', onPhone: 'foot', width: 'rest', cell: ({ productName }) => productName },
  { header: 'Pieces', align: 'end', onPhone: 'figure', cell: ({ pieces }) => pieces },
  {
    header: 'Serial numbers',
    onPhone: 'foot',
    cell: ({ serials }) => <span className="block pre-wrap breaks">{serials.join(', ')}</span>,
  },
];

/** Who has the pieces of a product, or those with some serial numbers. */
export function RecallTable() {
  const typedAddress = useTableAddress({ filters });
  const address = {
    ...typedAddress,
    // What is typed is looked for among all products.
    setFilters: (patch: Partial<Record<'serials' | 'product', string>>) =>
      typedAddress.setFilters(patch.serials ? { product: '', ...patch } : patch),
  };
  const { serials, product } = address.filters;
  const filter = { ...(serials && { serials }), ...(product && { product }) };
  const found = sqlList('list_pieces_at_buyers', { p_filter: filter });
  const none = { rows: [] as PiecesAtBuyer[], after: null };
  const list = address.isFiltered ? found : { ...found, read: async () => none };
  const query = useRows(list, address.after);
  const named = useNamedProduct(filters, product);
  const products = useProductsLike(product ? '' : serials);
  return (
    <>
      <AdminTable
        query={query}
        address={address}
        filters={named}
        caption="Who has the pieces, the newest orders first"
        heading={<h2>Recall</h2>}
        noun="orders"
        // Of one product its name stands above.
        columns={product ? columns.filter(({ header }) => header !== 'Product') : columns}
        notFound={
          serials
            ? 'Only serial numbers were looked through: of the pieces that left the shop and did not come back, none with such a number is written down. Pieces without a number are found by their product.'
            : 'No piece of this product has left the shop, or all came back.'
        }
        instead={products}
        nothingYet={{
          title: 'Whose pieces?',
          description: 'Type serial numbers, or the name or model of a product.',
        }}
      />
      {query.data?.rows.length ? products : null}
    </>
  );
}

/** The products with these words, each with its list: pieces may have left without their numbers. Null: none. */
function useProductsLike(typed: string): ReactNode {
  const { data } = useSql(
    'find_products',
    { p_search: typed, p_limit: 8 },
    { enabled: typed.length >= leastSearched },
  );
  if (!data?.rows.length) return null;
  return (
    <section className="stack gap-2" aria-labelledby="recall-products">
      <h3 id="recall-products">Products with this name or model</h3>
      <ul className="stack">
        {data.rows.map(({ id, name }) => (
          <li key={id}>
            <Link to={`?product=${id}`} className="inline-row target">
              Who has {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
