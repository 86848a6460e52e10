import { classNames } from '../../../../components/class-names.ts';
import { showToast } from '../../../../components/toast.tsx';
import styles from './compare-toggle.module.css';
import { type ComparedProduct, mostCompared, setCompared, useCompared } from './compared-products.ts';

/** Chooses a product for comparing with others. */
export function CompareToggle({
  product,
  className,
  isBare = false,
}: {
  product: ComparedProduct;
  className?: string;
  /** Only the box, where the head of a column says what it is for. */
  isBare?: boolean;
}) {
  const isChosen = useCompared().some(({ slug }) => slug === product.slug);
  return (
    <label className={classNames(styles.toggle, className)}>
      <input
        type="checkbox"
        checked={isChosen}
        onChange={({ target }) => {
          if (!setCompared(product, target.checked))
            showToast({
              title: `${mostCompared} products at most`,
              description: 'Take one out of the comparison first.',
              tone: 'info',
            });
        }}
      />
      <span className={isBare ? 'visually-hidden' : undefined}>
        Compare<span className="visually-hidden">: {product.name}</span>
      </span>
    </label>
  );
}
