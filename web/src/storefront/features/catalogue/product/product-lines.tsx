import type { ComponentProps } from 'react';
import { ProductLine } from './product-line.tsx';
import styles from './product-lines.module.css';

type ProductLinesProps = {
  lines: readonly ComponentProps<typeof ProductLine>[];
};

/** Products as lines, in two or three columns where there is room. */
export function ProductLines({ lines }: ProductLinesProps) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line.product.slug}>
          <ProductLine {...line} />
        </li>
      ))}
    </ul>
  );
}
