import type { ComponentProps, ReactNode } from 'react';
import { ProductLine } from './product-line.tsx';
import { classNames } from '#components/page/class-names.ts';
import styles from './product-lines.module.css';

type ProductLinesProps = {
  /** `action`: a button beside the line. */
  lines: readonly (ComponentProps<typeof ProductLine> & { action?: ReactNode })[];
  /** The list's label for screen readers, when there is no heading. */
  label?: string;
};

/** Products as lines, in two or three columns if there is space; nothing when there are none. */
export function ProductLines({ lines, label }: ProductLinesProps) {
  if (lines.length === 0) return null;
  return (
    <ul className={`grid gap-5 gap-y-0 ${styles.lines}`} aria-label={label}>
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
