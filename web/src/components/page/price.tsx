import { formatKes } from '@contract/money.ts';
import { classNames } from './class-names.ts';
import styles from './price.module.css';

type PriceProps = {
  /** Whole shillings. */
  amount: number;
  size?: 'small' | 'medium' | 'large';
  className?: string;
};

/** An amount of money: the currency small, the figure large, never broken over two lines. */
export function Price({ amount, size = 'medium', className }: PriceProps) {
  const [currency, figure] = formatKes(amount).split('\u00a0');
  return (
    <span className={classNames('strong ink tabular one-line', styles.price, styles[size], className)}>
      <span className={`quiet ${styles.currency}`}>{currency}</span>
      {'\u00a0'}
      <span>{figure}</span>
    </span>
  );
}
