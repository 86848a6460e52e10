import { useLocation } from 'react-router-dom';
import { LinkButton } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { Page } from '#components/page/page.tsx';
import { categories } from '#storefront/features/catalogue/category-facts.ts';

/** For unknown URLs. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <Page title="404 Page Not Found" heading={null} isHidden>
      <EmptyState
        as="h1"
        title="404 Page Not Found"
        description="There is nothing at this address. It may have moved, or a letter is missing."
        action={
          <>
            <LinkButton to="/">Back to the shop</LinkButton>
            {categories.slice(0, 3).map(({ key, title }) => (
              <LinkButton key={key} to={`/category/${key}`} variant="secondary">
                {title}
              </LinkButton>
            ))}
          </>
        }
      />
      <p className="code text-center quiet breaks">
        Did you forget to add the page to the router? No route matches <code>{pathname}</code>.
      </p>
    </Page>
  );
}
