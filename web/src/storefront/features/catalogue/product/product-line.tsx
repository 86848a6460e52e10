import type { ProductSummary } from '@contract/products.ts';
import { Link } from '../../../../components/link.tsx';
import { Price } from '../../../../components/price.tsx';
import { ProductImage } from '../../../../components/product-picture/product-image.tsx';
import { productPath } from '../../../lib/product-path.ts';
import { keyFigures } from '../key-figures.ts';
import styles from './product-line.module.css';

type ProductLineProps = {
  product: Pick<ProductSummary, 'slug' | 'name' | 'category' | 'imageUrl' | 'keyFigures'> & {
    price?: number;
    stock?: number;
  };
  /** Brand and model, when the name may not contain them. */
  brandAndModel?: string;
  /** Why it is listed. */
  reason?: string;
};

/** A product in one or two lines that link to its page. */
export function ProductLine({ product, brandAndModel, reason }: ProductLineProps) {
  return (
    <Link to={productPath(product.slug)} className={styles.line}>
      <span className={styles.picture}>
        <ProductImage product={product} small />
      </span>
      <span className={styles.text}>
        <span className={styles.name}>{product.name}</span>
        {brandAndModel ? <span className={styles.maker}>{brandAndModel}</span> : null}
        <span className={styles.figures}>{keyFigures(product)}</span>
        {reason ? <span className={styles.reason}>{reason}.</span> : null}
        {product.price === undefined ? null : (
          <span className={styles.price}>
            <Price amount={product.price} size="small" />
            {product.stock === 0 ? <span className={styles.none}>None in stock</span> : null}
          </span>
        )}
      </span>
    </Link>
  );
}
