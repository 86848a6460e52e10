import { LinkButton } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { PageBody } from '../../../components/page-body.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { PageMeta } from '../../../components/page-meta.tsx';
import { Price } from '../../../components/price.tsx';
import { AddToCartButton } from '../../features/cart/add-to-cart-button.tsx';
import { categoryHeading, findCategory } from '../../features/catalogue/category-facts.ts';
import { ProductDrawing } from '../../../components/product-picture/drawings/product-drawing.tsx';
import { ProductList, ProductListSkeleton } from '../../features/catalogue/product-list.tsx';
import { sortProducts } from '../../features/catalogue/product-sort.ts';
import { useProductsOfCategory } from '../../features/catalogue/products-queries.ts';
import { useCategoryView } from '../../features/catalogue/use-category-view.ts';
import { ListControls } from '../../features/catalogue/list-controls.tsx';
import { errorSentence } from '../../../lib/error-sentence.ts';
import styles from './category-products.module.css';

/**
 * A category: title, one sentence, the price it starts from, and its products, sorted and viewed as the query
 * string says.
 */
export function CategoryProducts({ category }: { category: string }) {
  const { title, subtitle } = categoryHeading(category);
  const facts = findCategory(category);
  const query = useProductsOfCategory(category);
  const { data: products, error, isFetching } = query;
  const { sort, view, setSort, setView } = useCategoryView();

  return (
    <PageBody className={styles.page}>
      <PageMeta title={title} description={subtitle} />
      <div className={styles.head}>
        <PageHeading
          title={title}
          subtitle={
            <>
              {subtitle}
              {facts ? (
                <span className={styles.from}>
                  from <Price amount={facts.from} size="medium" />
                </span>
              ) : null}
            </>
          }
        />
        <div className={styles.drawing}>
          <ProductDrawing category={category} />
        </div>
      </div>
      {products && products.length > 0 ? (
        <section aria-labelledby="products" className={styles.shelf}>
          <h2 id="products" className="visually-hidden">
            Products
          </h2>
          <ListControls count={products.length} sort={sort} view={view} onSort={setSort} onView={setView} />
          <ProductList
            products={sortProducts(products, sort)}
            view={view}
            eagerPictures={4}
            renderAction={(product) => <AddToCartButton product={product} />}
          />
        </section>
      ) : products ? (
        <EmptyState
          title="No products found"
          description="We don't have any products in this category yet."
          action={
            <LinkButton to="/" variant="secondary">
              Back to the shop
            </LinkButton>
          }
        />
      ) : error && !isFetching ? (
        <LoadFailure title="Error Loading Products" query={query}>
          Error loading products: {errorSentence(error)}
        </LoadFailure>
      ) : (
        <div className={styles.shelf}>
          <div className={styles.controlsComing} />
          <ProductListSkeleton count={8} view={view} />
        </div>
      )}
    </PageBody>
  );
}
