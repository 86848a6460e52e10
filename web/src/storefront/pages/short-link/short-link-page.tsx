import { Navigate, useLocation, useParams } from 'react-router-dom';
import { LinkButton } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { LoadFailure } from '#components/page/load-failure.tsx';
import { Page } from '#components/page/page.tsx';
import { Loading, Skeleton } from '#components/page/skeleton.tsx';
import { useShortLink } from '#storefront/features/orders/orders-queries.ts';

/** `/o/:orderNumber#key`: the link of an SMS, which leads to the order's page. */
export function ShortLinkPage() {
  const { orderNumber = '' } = useParams();
  const { hash } = useLocation();
  const link = useShortLink(orderNumber, hash.slice(1));
  if (link.data) {
    return <Navigate replace to={`/order-confirmation/${link.data.orderId}#key=${link.data.linkKey}`} />;
  }
  return (
    <Page width="text" title="Order Confirmation" heading={link.data === null ? null : undefined}>
      {link.data === null ? (
        <EmptyState
          as="h1"
          title="This link opens no order"
          description="It may have been cut off, or replaced by a newer one. Look the order up with its number and your e-mail or phone."
          action={<LinkButton to="/find-order">Find My Order</LinkButton>}
        />
      ) : link.isError ? (
        <LoadFailure title="We could not load this order" query={link}>
          The shop did not answer. Your order is not affected.
        </LoadFailure>
      ) : (
        <Loading label="Loading your order">
          <Skeleton shape="heading" width="half" />
          <Skeleton />
        </Loading>
      )}
    </Page>
  );
}
