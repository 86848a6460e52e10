import { useParams } from 'react-router-dom';
import { LinkButton } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageBody } from '../../../components/page-body.tsx';
import { PageMeta } from '../../../components/page-meta.tsx';
import { CategoryShelf } from './category-shelf.tsx';

/** The products of one category. */
export function CategoryPage() {
  const { category } = useParams();
  if (category) return <CategoryShelf key={category} category={category} />;
  return (
    <PageBody>
      <PageMeta title="Category not found" />
      <EmptyState
        as="h1"
        title="Category not found"
        description="The address names no category. The menu shows all seven."
        action={<LinkButton to="/">Back to the shop</LinkButton>}
      />
    </PageBody>
  );
}
