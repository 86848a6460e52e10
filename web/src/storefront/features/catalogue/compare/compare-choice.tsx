import { Link } from 'react-router-dom';
import { CompareToggle } from './compare-toggle.tsx';
import { type ComparedProduct, comparePath, useCompared } from './compared-products.ts';

/** On a product page: chooses the product, and links to the comparison once there are two. */
export function CompareChoice({ product }: { product: ComparedProduct }) {
  const products = useCompared();
  return (
    <>
      <CompareToggle product={product} />
      {products.length > 1 ? (
        <Link className="inline-row target" to={comparePath(products.map(({ slug }) => slug))}>
          Compare {products.length} products
        </Link>
      ) : null}
    </>
  );
}
