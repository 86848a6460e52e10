import { Link, useSearchParams } from 'react-router-dom';
import { EmptyState } from '../../../components/empty-state.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { Page } from '../../../components/page.tsx';
import { errorSentence } from '../../../lib/error-sentence.ts';
import { AddToCartButton } from '../../features/cart/add-to-cart-button.tsx';
import { categories } from '../../features/catalogue/category-facts.ts';
import { ProductList, ProductListSkeleton } from '../../features/catalogue/product-list.tsx';
import { useSearch } from '../../features/catalogue/products-queries.ts';
import styles from './search-page.module.css';

/** What was searched for, the best first; when there is nothing, what comes near. */
export function SearchPage() {
  const [parameters] = useSearchParams();
  const text = (parameters.get('q') ?? '').trim().slice(0, 200);
  const title = text === '' ? 'Search' : `Search: ${text}`;
  return (
    <Page title={title} heading={text === '' ? 'Search' : `“${text}”`} isHidden>
      {text === '' ? (
        <p>Type a name, a model number or what it is for, in English or Swahili, into the field above.</p>
      ) : (
        <SearchResults text={text} />
      )}
    </Page>
  );
}

function SearchResults({ text }: { text: string }) {
  const query = useSearch(text);
  const { data, error, isFetching } = query;
  if (error && !isFetching) {
    return (
      <LoadFailure title="The search did not work" query={query}>
        {errorSentence(error)}
      </LoadFailure>
    );
  }
  if (!data) return <ProductListSkeleton count={8} />;
  const { products, nearest } = data;
  if (products.length > 0) {
    return (
      <section aria-labelledby="found" className={styles.results}>
        <h2 id="found" className="visually-hidden">
          Products
        </h2>
        <p className={styles.count} role="status">
          {products.length === 1 ? '1 product' : `${products.length} products`}
        </p>
        <ProductList
          products={products}
          eagerPictures={4}
          renderAction={(product) => <AddToCartButton product={product} />}
        />
      </section>
    );
  }
  return (
    <>
      <div role="status">
        <EmptyState
          title="Nothing in the shop matches that"
          description="Try fewer words or the model number. These are the shelves:"
          action={
            <ul className={styles.shelves}>
              {categories.map(({ key, title }) => (
                <li key={key}>
                  <Link to={`/category/${key}`}>{title}</Link>
                </li>
              ))}
            </ul>
          }
        />
      </div>
      {nearest.length > 0 ? (
        <section aria-labelledby="near" className={styles.results}>
          <h2 id="near">What comes near</h2>
          <ProductList products={nearest} renderAction={(product) => <AddToCartButton product={product} />} />
        </section>
      ) : null}
    </>
  );
}
