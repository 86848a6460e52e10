import type { Product } from '@contract/products.ts';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { Price } from '#components/page/price.tsx';
import { productPath } from '#storefront/lib/product-path.ts';
import { CompareToggle } from '../compare/compare-toggle.tsx';
import { withUnbrokenUnits } from '../key-values.ts';
import { packedWeight } from '@contract/weight.ts';
import { StockNote } from '../stock-note.tsx';
import { sortRows, type TableSort } from './sort-rows.ts';
import { commonValues } from './common-values.ts';
import { classNames } from '#components/page/class-names.ts';
import { unbroken } from '#components/page/unbroken.tsx';
import styles from './product-table.module.css';

type ProductTableProps = {
  products: readonly Product[];
  /** The button of each product, passed in by the page. */
  renderAction: (product: Product) => ReactNode;
  /** The products are the whole list: the columns can be sorted. */
  isWhole: boolean;
};

/** Columns besides name and price on a wide screen; on a narrower one only the first two. */
const maxColumns = 4;

/** On a desktop: one product per row, with comparable figures in columns. */
export function ProductTable({ products, renderAction, isWhole }: ProductTableProps) {
  const [sort, setSort] = useState<TableSort | null>(null);
  const weights = { label: 'Weight', values: products.map(packedWeight) };
  const columns = commonValues(products, maxColumns).concat(
    weights.values.some((weight) => weight !== null) ? weights : [],
  );
  const isNumeric = columns.map(({ values }) => values.every((value) => value === null || /^\d/.test(value)));
  const order = sortRows(products, columns, isWhole ? sort : null);
  const head = (label: string, column: string, className?: string) => (
    <SortableHead
      key={column}
      className={className}
      direction={sort?.column === column ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
      onSort={
        isWhole
          ? () => setSort({ column, isDescending: sort?.column === column && !sort.isDescending })
          : undefined
      }
    >
      {label}
    </SortableHead>
  );
  const isCompared = products.some(({ comparedValue }) => comparedValue !== undefined);
  return (
    <table className={`raised tight ${styles.table}`}>
      <caption className="visually-hidden">Products and their figures</caption>
      <thead>
        <tr className="quiet">
          {head('Product', 'name')}
          {columns.map(({ label }, at) =>
            head(label, label, classNames(at >= 2 && styles.wide, isNumeric[at] && 'text-end')),
          )}
          {head('Price', 'price', 'one-line text-end')}
          {head('Stock', 'stock')}
          <th scope="col">Compare</th>
          <th scope="col">
            <span className="visually-hidden">Cart</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {order.map((row) => {
          const product = products[row]!;
          return (
            <tr key={product.id} className="line-below">
              <th scope="row">
                <Link to={productPath(product.slug)} className="title-link strong">
                  {unbroken(product.name)}
                </Link>
                {product.model ? (
                  <span className={`block quiet mono breaks ${styles.model}`}>{unbroken(product.model)}</span>
                ) : null}
              </th>
              {columns.map(({ label, values }, at) => (
                <td
                  key={label}
                  className={classNames(at >= 2 && styles.wide, isNumeric[at] && 'one-line tabular text-end')}
                >
                  {figureIn(values[row])}
                </td>
              ))}
              <td className="one-line text-end">
                <Price amount={product.price} size="small" />
                {isCompared ? (
                  <span className={`block quiet ${styles.model}`}>{product.comparedValue}</span>
                ) : null}
              </td>
              <td>
                <StockNote product={product} />
              </td>
              <td className={styles.compare}>
                <CompareToggle product={product} isBare />
              </td>
              <td className={`one-line ${styles.action}`}>{renderAction(product)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

type SortableHeadProps = {
  children: string;
  className?: string;
  direction: 'ascending' | 'descending' | 'none';
  /** Without it the column cannot be sorted. */
  onSort?: () => void;
};

/** The head of a column, as a button that sorts by it, and the other way round when pressed again. */
function SortableHead({ children, className, direction, onSort }: SortableHeadProps) {
  return (
    <th scope="col" className={className} aria-sort={onSort ? direction : undefined}>
      {onSort ? (
        <button type="button" className={`link-button ${styles.sort}`} onClick={onSort}>
          {children}
          <span aria-hidden="true">{{ ascending: ' ↑', descending: ' ↓', none: '' }[direction]}</span>
        </button>
      ) : (
        children
      )}
    </th>
  );
}

function figureIn(value: string | null | undefined): ReactNode {
  if (value) return withUnbrokenUnits(value);
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">not known</span>
    </>
  );
}
