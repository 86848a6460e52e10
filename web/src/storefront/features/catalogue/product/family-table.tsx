import type { ProductSummary } from '@contract/products.ts';
import { Link } from 'react-router-dom';
import { Price } from '#components/page/price.tsx';
import { unbroken } from '#components/page/unbroken.tsx';
import { productPath } from '#storefront/lib/product-path.ts';
import { keyValues } from '../key-values.ts';
import styles from './family-table.module.css';

/** A series in one table, with the product of the page marked. */
export function FamilyTable({ family, current }: { family: readonly ProductSummary[]; current: string }) {
  return (
    <table role="table" className={`small tight ${styles.family}`}>
      <caption className="visually-hidden">The series</caption>
      <tbody role="rowgroup">
        {family.map((product) => {
          const { slug, name, model, price, stock, toOrder, isService } = product;
          const isCurrent = slug === current;
          const shown = unbroken(model ?? name);
          return (
            <tr key={slug} role="row" aria-current={isCurrent || undefined}>
              <th role="rowheader" scope="row">
                {isCurrent ? shown : <Link to={productPath(slug)}>{shown}</Link>}
              </th>
              <td role="cell">{keyValues(product)}</td>
              <td role="cell" className={styles.price}>
                <Price amount={price} size="small" />
                {stock === 0 && !toOrder && !isService ? (
                  <span className="block quiet">None in stock</span>
                ) : null}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
