import { Navigate, useLocation, useParams } from 'react-router-dom';
import { LinkButton } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { NotLoaded } from '#components/page/not-loaded.tsx';
import { Page } from '#components/page/page.tsx';
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
      ) : (
        <NotLoaded what="this order" query={link}>
          Your order is not affected.
        </NotLoaded>
      )}
    </Page>
  );
}
