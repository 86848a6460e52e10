import { classNames } from '#components/page/class-names.ts';
import { showToast } from '#components/overlays/toast.tsx';
import { useEarlyPress } from '#storefront/lib/use-early-press.ts';
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
  const choose = (isWanted: boolean) => {
    if (!setCompared(product, isWanted))
      showToast({
        title: `${maxCompared} products at most`,
        description: 'Take one out of the comparison first.',
        tone: 'info',
      });
  };
  const early = useEarlyPress<HTMLInputElement>(`compare ${product.slug}`, () => choose(true));
  const isChosen = useCompared().some(({ slug }) => slug === product.slug);
  return (
    <label
      title={isBare ? 'Compare' : undefined}
      className={classNames('inline-row gap-icon target small screen-only', styles.toggle, className)}
    >
      <input
        {...early}
        type="checkbox"
        checked={isChosen}
        onChange={({ target }) => choose(target.checked)}
      />
      <span className={isBare ? 'visually-hidden' : undefined}>
        Compare<span className="visually-hidden">: {product.name}</span>
      </span>
    </label>
  );
}
