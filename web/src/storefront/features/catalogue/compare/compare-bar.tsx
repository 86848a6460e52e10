import { Button, LinkButton } from '#components/forms/button.tsx';
import styles from './compare-bar.module.css';
import { comparePath, replaceCompared, useCompared } from './compared-products.ts';

/** A sticky bar below a list, shown while products are chosen; links to the comparison. */
export function CompareBar() {
  const products = useCompared();
  if (products.length === 0) return null;
  return (
    <section
      aria-label="Comparison"
      className={`foot-bar raised row gap-2 pad-row screen-only ${styles.bar}`}
    >
      <p className="small grow">
        {products.length === 1 ? '1 to compare. Choose another one.' : `${products.length} to compare`}
      </p>
      <Button variant="quiet" onClick={() => replaceCompared([])}>
        Clear
      </Button>
      {products.length > 1 ? (
        <LinkButton to={comparePath(products.map(({ slug }) => slug))}>Compare</LinkButton>
      ) : null}
    </section>
  );
}
