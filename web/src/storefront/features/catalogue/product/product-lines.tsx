import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#components/page/class-names.ts';
import styles from './product-lines.module.css';
import type { ProductSummary } from '@contract/products.ts';
import { Link } from 'react-router-dom';
import { Price } from '#components/page/price.tsx';
import { ProductImage } from '#components/product-picture/product-image.tsx';
import { productPath } from '#storefront/lib/product-path.ts';
import { keyValues } from '../key-values.ts';
import { unbroken } from '#components/page/unbroken.tsx';

type ProductLinesProps = {
  /** `action`: a button beside the line. */
  lines: readonly (ComponentProps<typeof ProductLine> & { action?: ReactNode })[];
};

/** Products as lines, in two or three columns if there is space; nothing when there are none. */
export function ProductLines({ lines }: ProductLinesProps) {
  if (lines.length === 0) return null;
  return (
    <ul className={`grid gap-5 gap-y-0 ${styles.lines}`}>
      {lines.map(({ action, ...line }) => (
        <li
          key={line.product.slug}
          className={classNames('line-above', action ? 'flex align-top gap-2' : null)}
        >
          <ProductLine {...line} />
          {action ? <div className="pad-y-2">{action}</div> : null}
        </li>
      ))}
    </ul>
  );
}

type ProductLineProps = {
  product: Pick<ProductSummary, 'slug' | 'name' | 'category' | 'imageUrl' | 'keyValues'> & {
    price?: number;
    stock?: number;
    toOrder?: ProductSummary['toOrder'];
  };
  /** Brand and model, when the name may not contain them. */
  brandAndModel?: string;
};

/** A product in one or two lines that link to its page. */
function ProductLine({ product, brandAndModel }: ProductLineProps) {
  return (
    <Link
      to={productPath(product.slug)}
      className={`grid gap-3 grow target pad-y-2 ink plain-link ${styles.line}`}
    >
      <span className={`framed clip ${styles.picture}`}>
        <ProductImage product={product} small />
      </span>
      <span className="stack gap-0 packed">
        <span className={`primary ${styles.name}`}>{unbroken(product.name)}</span>
        {brandAndModel ? <span className="quiet code">{unbroken(brandAndModel)}</span> : null}
        <span className="small tight">{keyValues(product)}</span>
        {product.price === undefined ? null : (
          <span className="flex gap-3 gap-y-0 wrap baseline">
            <Price amount={product.price} size="small" />
            {product.stock === 0 && !product.toOrder ? (
              <span className={`small ${styles.none}`}>None in stock</span>
            ) : null}
          </span>
        )}
      </span>
    </Link>
  );
}
