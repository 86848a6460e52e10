import type { Product } from '@contract/products.ts';
import type { ReactNode } from 'react';
import { classNames } from '../../../components/class-names.ts';
import { Price } from '../../../components/price.tsx';
import { Rating } from '../../../components/rating.tsx';
import { keyFigures } from './key-figures.ts';
import styles from './product-card.module.css';
import { ProductImage } from '../../../components/product-picture/product-image.tsx';
import { stockLabel } from './stock-label.ts';

type ProductCardProps = {
  product: Product;
  /** The button below, passed in by the page. */
  action: ReactNode;
  eager?: boolean;
};

/** One product of a category. Its rows line up with those of its neighbours. */
export function ProductCard({ product, action, eager }: ProductCardProps) {
  return (
    <article className={styles.card}>
      <div className={styles.picture}>
        <ProductImage product={product} eager={eager} />
      </div>
      <div className={styles.words}>
        <h3 className={styles.name}>{product.name}</h3>
        <p className={styles.figures}>{keyFigures(product)}</p>
      </div>
      <p className={styles.description}>{product.description}</p>
      <div className={styles.offer}>
        <Price amount={product.price} className={styles.price} />
        <Rating value={product.rating} />
        <span className={classNames(styles.stock, product.stock <= 0 && styles.none)}>
          {stockLabel(product.stock)}
        </span>
      </div>
      <div className={styles.action}>{action}</div>
    </article>
  );
}
