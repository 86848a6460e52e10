import { useQuery } from '@tanstack/react-query';
import { PriceAge } from '#components/page/price-age.tsx';
import { LoadFailure } from '#components/page/load-failure.tsx';
import { AddToCartButton } from '#storefront/features/cart/add-to-cart-button.tsx';
import { ProductList, ProductListSkeleton } from '#storefront/features/catalogue/product-list.tsx';
import { featuredCount, firstProductsQuery } from '#storefront/features/catalogue/products-queries.ts';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { isOffline } from '#lib/api/is-connection-error.ts';
import styles from './featured-products.module.css';

/** The first eight products. */
export function FeaturedProducts() {
  const query = useQuery(firstProductsQuery(featuredCount));
  const { data: products, error } = query;
  // Offline, stored products show their age instead.
  const isFailed = error !== null && !(products && isOffline(error));
  return (
    <section aria-labelledby="featured" className="stack gap-4">
      <h2 id="featured">Featured Products</h2>
      {isFailed ? (
        <LoadFailure query={query}>Error loading products: {errorSentence(error)}</LoadFailure>
      ) : null}
      {products && products.length > 0 ? (
        <>
          <ProductList
            even
            products={products}
            renderAction={(product) => <AddToCartButton product={product} />}
          />
          <PriceAge what="Prices and stock" reading={isFailed ? { ...query, error: null } : query} />
        </>
      ) : products ? (
        <p className={`framed text-center quiet ${styles.none}`}>No products available</p>
      ) : isFailed ? null : (
        <ProductListSkeleton even count={featuredCount} />
      )}
    </section>
  );
}
