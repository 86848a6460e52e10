import type { LineProblem } from '@contract/errors.ts';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Price } from '#components/page/price.tsx';
import { formatKes } from '@contract/money.ts';
import type { CartItem } from '#storefront/lib/cart-item.ts';
import { fixForProblem, type LineFix, fixLabel, problemMessage } from './line-problem.ts';
import { unbroken } from '#components/page/unbroken.tsx';
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
    <li className={`grid gap-4 gap-y-1 baseline line-below pad-y-3 ${styles.line}`}>
      <p className={`strong ${styles.name}`}>{unbroken(product.name)}</p>
      <Price amount={product.price * quantity} size="small" />
      {quantity > 1 ? (
        <p className="muted">
          {quantity} × {formatKes(product.price)}
        </p>
      ) : null}
      <div className="stack gap-1 whole-row">{quantityControls}</div>
      {problems.map((problem) => {
        const fix = fixForProblem(problem);
        return (
          <div
            key={problem.problem}
            className={`rounded stack gap-2 whole-row pad-3 ${styles.problem}`}
            data-uncovered
          >
            <p className="row gap-2 strong bad icons-18">
              <TriangleAlert />
              {problemMessage(problem)}
            </p>
            <div className="flex gap-2 wrap">
              <Button variant="secondary" onClick={() => onFix(fix)}>
                {fixLabel(fix)}
                <span className="visually-hidden">: {product.name}</span>
              </Button>
              {fix.kind === 'remove' ? null : (
                <Button variant="quiet" onClick={() => onFix({ kind: 'remove' })}>
                  Remove
                  <span className="visually-hidden"> {product.name}</span>
                </Button>
              )}
            </div>
          </div>
        );
      })}
    </li>
  );
}
