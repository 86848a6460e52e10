import type { Product } from '@contract/products.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Price } from '#components/page/price.tsx';
import { decidingValues } from '#components/product-picture/product-image.tsx';
import { Rating } from '#components/page/rating.tsx';
import { productPath } from '#storefront/lib/product-path.ts';
import { CompareToggle } from './compare/compare-toggle.tsx';
import styles from './product-card.module.css';
import { ProductPictureLink } from './product-picture-link.tsx';
import { unbroken } from '#components/page/unbroken.tsx';
import { StockNote } from './stock-note.tsx';

type ProductCardProps = {
  product: Product;
  /** The button below, passed in by the page. */
  action: ReactNode;
  eager?: boolean;
};

/** A product as a card. Its rows align with those of its neighbours. */
export function ProductCard({ product, action, eager }: ProductCardProps) {
  return (
    <article className={`card clip stack ${styles.card}`}>
      <ProductPictureLink product={product} className={`block line-below ${styles.picture}`} eager={eager} />
      <h3 className={`clamp pretty ${styles.name}`}>
        <Link to={productPath(product.slug)} className="title-link">
          {unbroken(product.name)}
        </Link>
      </h3>
      <div className={styles.words}>
        <div className="flex gap-1 spread">
          <p className={styles.values}>{decidingValues(product.keyValues)}</p>
          <CompareToggle product={product} className={styles.compare} />
        </div>
        <p className={`muted tight ${styles.description}`}>{product.description}</p>
      </div>
      <div className={`row wrap ${styles.offer}`}>
        <Price amount={product.price} className={styles.price} />
        {product.comparedValue ? (
          <span className={`small tight tabular ${styles.compared}`}>{product.comparedValue}</span>
        ) : null}
        <Rating value={product.rating} isOurs />
        <StockNote product={product} />
      </div>
      <div className={styles.action}>{action}</div>
    </article>
  );
}
