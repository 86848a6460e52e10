import { useLocation, useParams } from 'react-router-dom';
import { LinkButton } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { Page } from '#components/page/page.tsx';
import { laterPage } from '#storefront/features/catalogue/list/list-address.ts';
import { PageBody } from '#components/page/page-body.tsx';
import { PageHeading } from '#components/page/page-heading.tsx';
import { PageMeta } from '#components/page/page-meta.tsx';
import { Price } from '#components/page/price.tsx';
import { sharePictures } from '#components/product-picture/share-picture.ts';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { AddToCartButton } from '#storefront/features/cart/add-to-cart-button.tsx';
import { categoryHeading, findCategory } from '#storefront/features/catalogue/category-facts.ts';
import { ProductDrawing } from '#components/product-picture/drawings/product-drawing.tsx';
import { ProductListing } from '#storefront/features/catalogue/list/product-listing.tsx';
import styles from './category-page.module.css';

/** The products of one category. */
export function CategoryPage() {
  const { category, '*': rest = '' } = useParams();
  if (category && (rest === '' || laterPage(rest)))
    return <CategoryProducts key={category} category={category} />;
  return (
    <Page title="Category not found" heading={null} isHidden>
      <EmptyState
        as="h1"
        title="Category not found"
        description="This address does not name a category. The menu shows all seven."
        action={<LinkButton to="/">Back to the shop</LinkButton>}
      />
    </Page>
  );
}

/** A category: its title, a sentence, its lowest price, and its products, filtered and sorted by the query string. */
function CategoryProducts({ category }: { category: string }) {
  const { title, subtitle } = categoryHeading(category);
  const facts = findCategory(category);
  const { fromPrices } = useShopDetails();
  const from = facts && fromPrices[facts.key];
  // Filtered, sorted and later pages are not indexed.
  const { search } = useLocation();
  const { '*': rest } = useParams();

  return (
    <PageBody className={styles.page}>
      <PageMeta
        title={title}
        description={subtitle}
        path={`/category/${category}`}
        pictures={sharePictures({ category })}
        isHidden={search !== '' || rest !== '' || !facts}
      />
      <div className={`grid gap-4 ${styles.head}`}>
        <PageHeading
          title={title}
          subtitle={
            <>
              {subtitle}
              {from ? (
                <span className={`block push-2 ${styles.from}`}>
                  from <Price amount={from} size="medium" />
                </span>
              ) : null}
            </>
          }
        />
        <div className={styles.drawing}>
          <ProductDrawing category={category} />
        </div>
      </div>
      <ProductListing
        scope={{ category }}
        errorTitle="Error Loading Products"
        renderAction={(product) => <AddToCartButton product={product} />}
        emptyState={
          <EmptyState
            title="No products found"
            description="We don't have any products in this category yet."
            action={
              <LinkButton to="/" variant="secondary">
                Back to the shop
              </LinkButton>
            }
          />
        }
      />
    </PageBody>
  );
}
