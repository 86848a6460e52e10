import type { Product } from '@contract/products.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Price } from '#components/page/price.tsx';
import { productPath } from '#storefront/lib/product-path.ts';
import { CompareToggle } from '../compare/compare-toggle.tsx';
import { withUnbrokenUnits } from '../key-values.ts';
import { StockNote } from '../stock-note.tsx';
import { commonValues } from './common-values.ts';
import { classNames } from '#components/page/class-names.ts';
import styles from './product-table.module.css';

type ProductTableProps = {
  products: readonly Product[];
  /** The button of each product, passed in by the page. */
  renderAction: (product: Product) => ReactNode;
};

/** Columns besides name and price on a wide screen; on a narrower one only the first two. */
const maxColumns = 4;

/** On a desktop: one product per row, with comparable figures in columns. */
export function ProductTable({ products, renderAction }: ProductTableProps) {
  const columns = commonValues(products, maxColumns);
  const isCompared = products.some(({ comparedValue }) => comparedValue !== undefined);
  return (
    <table className={classNames('raised tight', styles.table)}>
      <caption className="visually-hidden">Products and their figures</caption>
      <thead>
        <tr className="quiet">
          <th scope="col">Product</th>
          {columns.map(({ label }, at) => (
            <th key={label} scope="col" className={at < 2 ? undefined : styles.wide}>
              {label}
            </th>
          ))}
          <th scope="col" className="one-line text-end">
            Price
          </th>
          <th scope="col">Stock</th>
          <th scope="col">Compare</th>
          <th scope="col">
            <span className="visually-hidden">Cart</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {products.map((product, row) => (
          <tr key={product.id} className="line-below">
            <th scope="row">
              <Link to={productPath(product.slug)} className="title-link strong">
                {product.name}
              </Link>
              {product.model ? (
                <span className={classNames('block quiet mono breaks', styles.model)}>{product.model}</span>
              ) : null}
            </th>
            {columns.map(({ label, values }, at) => (
              <td key={label} className={at < 2 ? undefined : styles.wide}>
                {figureIn(values[row])}
              </td>
            ))}
            <td className="one-line text-end">
              <Price amount={product.price} size="small" />
              {isCompared ? (
                <span className={classNames('block quiet', styles.model)}>{product.comparedValue}</span>
              ) : null}
            </td>
            <td>
              <StockNote product={product} />
            </td>
            <td className={styles.compare}>
              <CompareToggle product={product} isBare />
            </td>
            <td className={classNames('one-line', styles.action)}>{renderAction(product)}</td>
          </tr>
        ))}
      </tbody>
    </table>
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
