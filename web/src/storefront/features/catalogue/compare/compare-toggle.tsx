import { classNames } from '#components/page/class-names.ts';
import { showToast } from '#components/overlays/toast.tsx';
import styles from './compare-toggle.module.css';
import { type ComparedProduct, maxCompared, setCompared, useCompared } from './compared-products.ts';

/** Adds a product to the comparison. */
export function CompareToggle({
  product,
  className,
  isBare = false,
}: {
  product: ComparedProduct;
  className?: string;
  /** Shows only the check box, where a column header labels it. */
  isBare?: boolean;
}) {
  const isChosen = useCompared().some(({ slug }) => slug === product.slug);
  return (
    <label className={classNames('inline-row gap-icon target small screen-only', styles.toggle, className)}>
      <input
        type="checkbox"
        checked={isChosen}
        onChange={({ target }) => {
          if (!setCompared(product, target.checked))
            showToast({
              title: `${maxCompared} products at most`,
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
