import { Link, useSearchParams } from 'react-router-dom';
import { EmptyState } from '#components/page/empty-state.tsx';
import { Page } from '#components/page/page.tsx';
import { useIsHydrated } from '#lib/loading/use-is-hydrated.ts';
import { AddToCartButton } from '#storefront/features/cart/add-to-cart-button.tsx';
import { categories } from '#storefront/features/catalogue/category-facts.ts';
import { ProductShelf } from '#storefront/features/catalogue/list/product-shelf.tsx';
import { ProductShelfSkeleton } from '#storefront/features/catalogue/list/product-shelf-skeleton.tsx';
import { ProductList } from '#storefront/features/catalogue/product-list.tsx';
import { useSearch } from '#storefront/features/catalogue/products-queries.ts';

/** Shown before any script runs; the largest text of the page until the products are loaded. */
const loadingText =
  'Searching names, model numbers, brands, key figures and uses of everything in the shop …';

/**
 * Search results by relevance, or the closest matches when there are none. The prerendered page fills in its query
 * later.
 */
export function SearchPage() {
  const [parameters] = useSearchParams();
  const text = useIsHydrated() ? (parameters.get('q') ?? '').trim().slice(0, 200) : null;
  return (
    <Page title={text ? `Search: ${text}` : 'Search'} heading={text ? `“${text}”` : 'Search'} isHidden>
      {text === null ? (
        <ProductShelfSkeleton loadingText={loadingText} />
      ) : text === '' ? (
        <p>Type a name, a model number or what it is for, in English or Swahili, into the field above.</p>
      ) : (
        <SearchResults key={text} text={text} />
      )}
    </Page>
  );
}

function SearchResults({ text }: { text: string }) {
  return (
    <ProductShelf
      scope={{ search: text }}
      errorTitle="The search did not work"
      renderAction={(product) => <AddToCartButton product={product} />}
      emptyState={<NothingFound text={text} />}
      loadingText={loadingText}
    />
  );
}

function NothingFound({ text }: { text: string }) {
  const { data } = useSearch(text);
  const nearest = data?.nearest ?? [];
  return (
    <>
      <div role="status">
        <EmptyState
          title="Nothing in the shop matches that"
          description="Try fewer words or the model number. These are our categories:"
          action={
            <ul className="flex gap-4 gap-y-1 wrap centered">
              {categories.map(({ key, title }) => (
                <li key={key}>
                  <Link to={`/category/${key}`} className="inline-row target">
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          }
        />
      </div>
      {nearest.length > 0 ? (
        <section aria-labelledby="near" className="stack gap-4">
          <h2 id="near">Closest matches</h2>
          <ProductList products={nearest} renderAction={(product) => <AddToCartButton product={product} />} />
        </section>
      ) : null}
    </>
  );
}
