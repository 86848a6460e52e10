import { useParams } from 'react-router-dom';
import { LinkButton } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { Page } from '#components/page/page.tsx';
import { laterPage } from '#storefront/features/catalogue/list/list-address.ts';
import { CategoryProducts } from './category-products.tsx';

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
