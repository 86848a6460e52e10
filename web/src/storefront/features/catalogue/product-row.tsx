import type { Product } from '@contract/products.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Price } from '#components/page/price.tsx';
import { Rating } from '#components/page/rating.tsx';
import { productPath } from '#storefront/lib/product-path.ts';
import { CompareToggle } from './compare/compare-toggle.tsx';
import { packedWeight } from '@contract/weight.ts';
import { ProductPictureLink } from './product-picture-link.tsx';
import styles from './product-row.module.css';
import { unbroken } from '#components/page/unbroken.tsx';
import { StockNote } from './stock-note.tsx';

type ProductRowProps = { product: Product; action: ReactNode; eager?: boolean };

/** A product in the list view, with its whole description and data sheet. */
export function ProductRow({ product, action, eager }: ProductRowProps) {
  const weight = packedWeight(product);
  const lines =
    weight === null ? product.specs : [...product.specs, { label: 'Weight, packed', value: weight }];
  return (
    <article className={`card grid pad-3 ${styles.row}`}>
      <div className={styles.head}>
        <h3>
          <Link to={productPath(product.slug)} className="title-link">
            {unbroken(product.name)}
          </Link>
        </h3>
        {product.brand || product.model ? (
          <p className="quiet code">{unbroken([product.brand, product.model].filter(Boolean).join(' · '))}</p>
        ) : null}
      </div>
      <ProductPictureLink product={product} className={`framed clip block ${styles.picture}`} eager={eager} />
      <div className={`stack gap-2 packed ${styles.text}`}>
        <p className="text-width">{product.description}</p>
        {lines.length > 0 ? (
          <dl className={`stack small tight ${styles.sheet}`}>
            {lines.map(({ label, value }) => (
              <div key={label} className={`grid gap-3 line-above ${styles.line}`}>
                <dt>{label}</dt>
                <dd className="tabular">{unbroken(value)}</dd>
              </div>
            ))}
          </dl>
        ) : null}
      </div>
      <div className={`stack gap-2 packed ${styles.offer}`}>
        <Price amount={product.price} />
        <div className="stack gap-0">
          {product.comparedValue ? <span className="tabular">{product.comparedValue}</span> : null}
          <Rating value={product.rating} />
          <StockNote product={product} />
          {product.warrantyYears ? (
            <span className="muted tight">
              {`${product.warrantyYears} ${product.warrantyYears === 1 ? 'year' : 'years'} warranty`}
            </span>
          ) : null}
        </div>
        {action}
        <CompareToggle product={product} />
      </div>
    </article>
  );
}
