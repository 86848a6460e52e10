import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { ErrorBoundary } from '#components/page/error-boundary.tsx';
import { Page } from '#components/page/page.tsx';

/** Keeps an error on one page from taking down the header, the cart and the navigation. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  // Resets on each navigation. The dashboard is one page with tabs and has a boundary for each tab.
  const page = pathname.startsWith('/admin') ? '/admin' : pathname;
  return (
    <ErrorBoundary key={page} fallback={<ErrorPage />}>
      {children}
    </ErrorBoundary>
  );
}

function ErrorPage() {
  return (
    <Page title="Something went wrong" heading={null}>
      <EmptyState
        as="h1"
        title="This page could not be shown"
        description="The fault is on our side, or the connection was lost while loading. Your cart is kept. Reload the page; if it happens again, go back to the shop and call us."
        action={
          <>
            <Button onClick={() => window.location.reload()}>Reload the page</Button>
            <Button variant="secondary" onClick={() => window.location.assign('/')}>
              Back to the shop
            </Button>
          </>
        }
      />
    </Page>
  );
}
