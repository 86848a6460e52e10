import type { Product } from '@contract/products.ts';
import type { ReactNode } from 'react';
import { Link } from '../../../components/link.tsx';
import { Price } from '../../../components/price.tsx';
import { Rating } from '../../../components/rating.tsx';
import { productPath } from '../../lib/product-path.ts';
import { CompareToggle } from './compare/compare-toggle.tsx';
import { ProductPictureLink } from './product-picture-link.tsx';
import styles from './product-row.module.css';
import { stockLabel } from './stock-label.ts';

type ProductRowProps = { product: Product; action: ReactNode; eager?: boolean };

/** A product in the list view, with its whole description and data sheet. */
export function ProductRow({ product, action, eager }: ProductRowProps) {
  return (
    <article className={styles.row}>
      <div className={styles.head}>
        <h3 className={styles.name}>
          <Link to={productPath(product.slug)}>{product.name}</Link>
        </h3>
        {product.brand || product.model ? (
          <p className={styles.model}>{[product.brand, product.model].filter(Boolean).join(' · ')}</p>
        ) : null}
      </div>
      <ProductPictureLink product={product} className={styles.picture} eager={eager} />
      <div className={styles.text}>
        <p className={styles.description}>{product.description}</p>
        {product.specs.length > 0 ? (
          <dl className={styles.sheet}>
            {product.specs.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
      </div>
      <div className={styles.offer}>
        <Price amount={product.price} />
        <div className={styles.facts}>
          {product.comparedFigure ? <span className={styles.compared}>{product.comparedFigure}</span> : null}
          <Rating value={product.rating} />
          {product.stock > 0 ? <span className={styles.stock}>{stockLabel(product.stock)}</span> : null}
          {product.warrantyYears ? (
            <span className={styles.stock}>
              {product.warrantyYears} {product.warrantyYears === 1 ? 'year' : 'years'} warranty
            </span>
          ) : null}
        </div>
        {action}
        <CompareToggle product={product} />
      </div>
    </article>
  );
}
