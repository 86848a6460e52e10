import type { Product } from '@contract/products.ts';
import type { ReactNode } from 'react';
import { classNames } from '#components/page/class-names.ts';
import { Loading, Skeleton } from '#components/page/skeleton.tsx';
import { ProductCard } from './product-card.tsx';
import styles from './product-list.module.css';
import { ProductRow } from './product-row.tsx';

export type ProductView = 'grid' | 'list';

type ProductListProps = {
  products: readonly Product[];
  view?: ProductView;
  /** The button of each product, passed in by the page. */
  renderAction: (product: Product) => ReactNode;
  /** For eight or four products: only full rows at every width. */
  even?: boolean;
  /** Shown beside the filters: one column less on a desktop. */
  beside?: boolean;
  /** How many pictures are likely above the fold. */
  eagerPictures?: number;
};

/** Products as a grid of cards, or as rows with their data sheets. */
export function ProductList({
  products,
  view = 'grid',
  renderAction,
  even = false,
  beside = false,
  eagerPictures = 0,
}: ProductListProps) {
  const Item = view === 'grid' ? ProductCard : ProductRow;
  return (
    <ul className={classNames(styles[view], even && styles.even, beside && styles.beside)}>
      {products.map((product, index) => (
        <li key={product.id}>
          <Item product={product} action={renderAction(product)} eager={index < eagerPictures} />
        </li>
      ))}
    </ul>
  );
}

/** The skeleton of the list. */
export function ProductListSkeleton({
  count,
  view = 'grid',
  even = false,
  beside = false,
}: Pick<ProductListProps, 'view' | 'even' | 'beside'> & { count: number }) {
  return (
    <Loading label="Loading products">
      <ul
        className={classNames(styles[view], even && styles.even, beside && styles.beside)}
        aria-hidden="true"
      >
        {Array.from({ length: count }, (_, index) => (
          <li key={index} className={`card pad-3 ${styles.bones}`}>
            <Skeleton shape="block" className={styles.picture} />
            <Skeleton shape="heading" width="most" />
            <Skeleton width="half" />
            <Skeleton />
            <Skeleton width="most" />
            <Skeleton shape="heading" width="half" />
            <Skeleton shape="block" className={styles.button} />
          </li>
        ))}
      </ul>
    </Loading>
  );
}
