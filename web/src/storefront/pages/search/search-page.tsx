import { Link, useSearchParams } from 'react-router-dom';
import { ContactLines } from '#components/page/contact-lines.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { WhatsAppChat } from '#components/page/whatsapp-chat.tsx';
import { Page } from '#components/page/page.tsx';
import { useIsHydrated } from '#lib/loading/use-is-hydrated.ts';
import { AddToCartButton } from '#storefront/features/cart/add-to-cart-button.tsx';
import { categories } from '#storefront/features/catalogue/category-facts.ts';
import { ProductListing } from '#storefront/features/catalogue/list/product-listing.tsx';
import { ProductList, ProductListSkeleton } from '#storefront/features/catalogue/product-list.tsx';
import { useSearch } from '#storefront/features/catalogue/products-queries.ts';
import { ReplacedNote } from '#storefront/features/catalogue/search/replaced-note.tsx';
import { shopPageOf } from '#storefront/features/catalogue/search/shop-page.ts';
import { ShopPageNote } from '#storefront/features/catalogue/search/shop-page-note.tsx';
import type { ReactNode } from 'react';
import styles from '#storefront/features/catalogue/list/product-listing.module.css';

/** Shown before any script runs; the largest text of the page until the products are loaded. */
const loadingText = 'Searching names, model numbers, brands, key values and uses of everything in the shop …';

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
        <>
          <noscript>
            <p>
              The search needs scripts, which this browser does not run. The categories list everything in the
              shop.
            </p>
          </noscript>
          <ProductListingSkeleton loadingText={loadingText} />
        </>
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
    <>
      <ShopPageNote text={text} />
      <ReplacedNote text={text} />
      <ProductListing
        scope={{ search: text }}
        errorTitle="The search did not work"
        renderAction={(product) => <AddToCartButton product={product} />}
        emptyState={<NothingFound text={text} />}
        loadingText={loadingText}
      />
    </>
  );
}

function NothingFound({ text }: { text: string }) {
  const { data } = useSearch(text);
  const nearest = data?.nearest ?? [];
  // The line above says where that stands.
  if (shopPageOf(text)) return <AskAPerson text={text} />;
  return (
    <>
      <div role="status">
        <EmptyState
          title={data?.fitsNothing ? 'Nothing in the shop fits that' : 'Nothing in the shop matches that'}
          description={
            data?.fitsNothing
              ? 'By the makers’ data sheets none of these works with it. These are our categories:'
              : 'Try fewer words or the model number. These are our categories:'
          }
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
      <AskAPerson text={text} />
      {nearest.length > 0 ? (
        <section aria-labelledby="near" className="stack gap-4">
          <h2 id="near">Perhaps one of these</h2>
          <ProductList products={nearest} renderAction={(product) => <AddToCartButton product={product} />} />
        </section>
      ) : null}
    </>
  );
}

function AskAPerson({ text }: { text: string }) {
  return (
    <section aria-labelledby="ask" className="stack gap-2">
      <h2 id="ask">Ask a person</h2>
      <ContactLines />
      <WhatsAppChat message={`I am looking for “${text}”. Do you have it, or something like it?`}>
        Ask on WhatsApp
      </WhatsAppChat>
    </section>
  );
}

/** The placeholder of a list whose filters are not known yet. @param loadingText for screen readers */
function ProductListingSkeleton({ loadingText }: { loadingText?: ReactNode }) {
  return (
    <div className={`stack gap-4 packed ${styles.listing}`}>
      <div className={styles.filters} />
      <div className="stack gap-4 packed">
        <div className={`line-above pad-top-2 quiet ${styles.controlsComing}`}>{loadingText}</div>
        <ProductListSkeleton count={8} beside />
      </div>
    </div>
  );
}
