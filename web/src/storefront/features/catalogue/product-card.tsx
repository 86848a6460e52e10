import type { Product } from '@contract/products.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Price } from '#components/page/price.tsx';
import { Rating } from '#components/page/rating.tsx';
import { productPath } from '#storefront/lib/product-path.ts';
import { CompareToggle } from './compare/compare-toggle.tsx';
import { keyValues } from './key-values.ts';
import styles from './product-card.module.css';
import { ProductPictureLink } from './product-picture-link.tsx';
import { classNames } from '#components/page/class-names.ts';
import { StockNote } from './stock-note.tsx';

type ProductCardProps = {
  product: Product;
  /** The button below, passed in by the page. */
  action: ReactNode;
  eager?: boolean;
};

/** A product as a card. Its rows align with those of its neighbours. */
export function ProductCard({ product, action, eager }: ProductCardProps) {
  const [first, rest] = sentences(product.description);
  return (
    <article className={classNames('card clip stack', styles.card)}>
      <ProductPictureLink
        product={product}
        className={classNames('block line-below', styles.picture)}
        eager={eager}
      />
      <div className={classNames('stack gap-1 packed', styles.text)}>
        <h3 className={classNames('clamp pretty', styles.name)}>
          <Link to={productPath(product.slug)} className="title-link">
            {product.name}
          </Link>
        </h3>
        {product.model ? <p className={classNames('quiet breaks', styles.model)}>{product.model}</p> : null}
        <p className="small tight ink tabular">{keyValues(product)}</p>
      </div>
      <p className={classNames('clamp muted tight', styles.description)}>
        {first} <span className={styles.rest}>{rest}</span>
      </p>
      <div className={classNames('row wrap', styles.offer)}>
        <Price amount={product.price} className={styles.price} />
        {product.comparedValue ? (
          <span className={classNames('small tight tabular', styles.compared)}>{product.comparedValue}</span>
        ) : null}
        <Rating value={product.rating} />
        <StockNote product={product} />
      </div>
      <div className={styles.action}>
        {action}
        <CompareToggle product={product} className={styles.compare} />
      </div>
    </article>
  );
}

/** Splits a description into the first sentence, which narrow cards show alone, and the rest. */
function sentences(description: string): [first: string, rest: string] {
  const end = /[.!?](?=\s+\p{Lu})/u.exec(description);
  const length = end ? end.index + 1 : description.length;
  return [description.slice(0, length), description.slice(length).trim()];
}
