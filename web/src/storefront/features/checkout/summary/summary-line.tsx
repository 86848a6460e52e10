import type { LineProblem } from '@contract/errors.ts';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../../components/button.tsx';
import { Price } from '../../../../components/price.tsx';
import { VisuallyHidden } from '../../../../components/visually-hidden.tsx';
import { formatKes } from '@contract/money.ts';
import type { CartItem } from '../../../lib/cart-item.ts';
import { fixForProblem, type LineFix, fixLabel, problemMessage } from './line-problem.ts';
import styles from './order-summary.module.css';

type SummaryLineProps = {
  line: CartItem;
  problems: readonly LineProblem[];
  onFix: (fix: LineFix) => void;
  /** The buttons that change the quantity. */
  quantityControls: ReactNode;
};

/** One product of the order; if it cannot be ordered as it is, with the reason and buttons to correct it. */
export function SummaryLine({ line, problems, onFix, quantityControls }: SummaryLineProps) {
  const { product, quantity } = line;
  return (
    <li className={styles.line}>
      <p className={styles.name}>{product.name}</p>
      <Price amount={product.price * quantity} size="small" />
      {quantity > 1 ? (
        <p className={styles.count}>
          {quantity} × {formatKes(product.price)}
        </p>
      ) : null}
      <div className={styles.quantity}>{quantityControls}</div>
      {problems.map((problem) => {
        const fix = fixForProblem(problem);
        return (
          <div key={problem.problem} className={styles.problem}>
            <p className={styles.text}>
              <TriangleAlert aria-hidden="true" />
              {problemMessage(problem)}
            </p>
            <div className={styles.fixes}>
              <Button variant="secondary" onClick={() => onFix(fix)}>
                {fixLabel(fix)}
                <VisuallyHidden>: {product.name}</VisuallyHidden>
              </Button>
              {fix.kind === 'remove' ? null : (
                <Button variant="quiet" onClick={() => onFix({ kind: 'remove' })}>
                  Remove
                  <VisuallyHidden> {product.name}</VisuallyHidden>
                </Button>
              )}
            </div>
          </div>
        );
      })}
    </li>
  );
}
