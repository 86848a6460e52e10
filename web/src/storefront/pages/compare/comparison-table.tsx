import type { ProductPage } from '@contract/products.ts';
import { Check, X } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { formatKes } from '@contract/money.ts';
import { classNames } from '#components/page/class-names.ts';
import { IconButton } from '#components/forms/icon-button.tsx';
import { ProductImage } from '#components/product-picture/product-image.tsx';
import { unbroken } from '#components/page/unbroken.tsx';
import { AddToCartButton } from '#storefront/features/cart/add-to-cart-button.tsx';
import { comparePath, replaceCompared } from '#storefront/features/catalogue/compare/compared-products.ts';
import {
  comparedLine,
  type ComparedLine,
  compareSheets,
  whatDearerHas,
} from '#storefront/features/catalogue/compare/comparison.ts';
import { packedWeight } from '@contract/weight.ts';
import { stockLabel } from '#storefront/features/catalogue/stock-label.ts';
import { productPath } from '#storefront/lib/product-path.ts';
import styles from './compare-page.module.css';

type ComparisonTableProps = { pages: readonly ProductPage[]; areDifferencesOnly: boolean };

/** One column per product, one row per figure; the labels stay while the rest scrolls sideways. */
export function ComparisonTable({ pages, areDifferencesOnly }: ComparisonTableProps) {
  const navigate = useNavigate();
  const products = pages.map(({ product }) => product);
  const remove = (slug: string) => {
    const rest = products.filter((product) => product.slug !== slug);
    replaceCompared(rest.map(({ slug: one, name }) => ({ slug: one, name })));
    void navigate(comparePath(rest.map((product) => product.slug)), { preventScrollReset: true });
  };
  const facts: ComparedLine[] = [
    // Who compares two products knows that they are two: their names are no difference.
    { label: 'Brand', values: products.map(({ brand }) => brand), differs: false, best: [] },
    { label: 'Model', values: products.map(({ model }) => model), differs: false, best: [] },
    comparedLine(
      'Price',
      // A smaller pack costs and weighs less, and is not better for it.
      products.map(({ price }) => formatKes(price)),
    ),
    comparedLine(
      'Availability',
      products.map((product) => (product.isActive ? stockLabel(product) : 'Not sold any more')),
    ),
    comparedLine('Weight, packed', products.map(packedWeight)),
    comparedLine(
      'Warranty',
      products.map(({ warrantyYears: years }) =>
        years ? `${years} ${years === 1 ? 'year' : 'years'}` : null,
      ),
      'more',
    ),
  ];
  const all = [{ name: 'Offer', lines: facts }, ...compareSheets(pages.map(({ sheet }) => sheet))];
  const dearer = whatDearerHas(
    products,
    all.flatMap(({ lines }) => lines),
  );
  const groups = all
    .map((group) => ({
      ...group,
      lines: group.lines.filter(({ differs }) => differs || !areDifferencesOnly),
    }))
    .filter(({ lines }) => lines.length > 0);

  return (
    <>
      {dearer ? <p className="text-width">{unbroken(dearer)}</p> : null}
      {/* What only screen readers see must not make the page wider. */}
      <div role="region" aria-label="Comparison" tabIndex={0} className={`card anchor ${styles.frame}`}>
        <table
          className={`small tight ${styles.table}`}
          style={{ '--columns': products.length } as React.CSSProperties}
        >
          <thead>
            <tr>
              <td className={styles.corner} />
              {products.map((product) => (
                <th key={product.id} scope="col" className={`strong ${styles.product}`}>
                  <div className="flex gap-1 spread">
                    <div className={`framed clip grow ${styles.picture}`}>
                      <ProductImage product={product} small />
                    </div>
                    <IconButton
                      label={`Remove ${product.name} from the comparison`}
                      icon={<X />}
                      className="screen-only"
                      onClick={() => remove(product.slug)}
                    />
                  </div>
                  <Link to={productPath(product.slug)} className="ink">
                    {unbroken(product.name)}
                  </Link>
                  {product.isActive ? (
                    <div className={`push-2 screen-only ${styles.action}`}>
                      <AddToCartButton product={product} />
                    </div>
                  ) : null}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(({ name, lines }) => (
            <tbody key={name}>
              <tr className={styles.group}>
                <th scope="rowgroup" colSpan={products.length + 1}>
                  <span>{name}</span>
                </th>
              </tr>
              {lines.map(({ label, values, differs, best }) => (
                // Equal values are muted, different ones emphasised.
                <tr key={label} className={differs ? classNames('strong', styles.differs) : 'quiet'}>
                  <th scope="row">
                    {label}
                    {differs ? <span className="visually-hidden"> (differs)</span> : null}
                  </th>
                  {values.map((value, column) => (
                    <td key={products[column]?.id} className="tabular">
                      {unbroken(value) ?? (
                        <>
                          <span aria-hidden="true">–</span>
                          <span className="visually-hidden">not stated</span>
                        </>
                      )}
                      {best.includes(column) ? (
                        <span className={`inline-row gap-0 good icons-16 ${styles.best}`}>
                          <Check />
                          best
                        </span>
                      ) : null}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </>
  );
}
