import { Page } from '#components/page/page.tsx';
import { useNavigateAfterReply } from '#lib/loading/use-navigate-after-reply.ts';
import { FindOrderForm } from '#storefront/features/orders/find/find-order-form.tsx';

/** `/find-order`: for buyers who have lost the link, the browser or the account of an order. */
export function FindOrderPage() {
  const navigate = useNavigateAfterReply();
  return (
    <Page
      width="form"
      title="Find My Order"
      subtitle="Enter the order number and the e-mail or phone number on the order. You see its status and its items, and you can pay for it."
    >
      <FindOrderForm
        onFound={(orderId, linkKey) => navigate(`/order-confirmation/${orderId}#key=${linkKey}`)}
      />
    </Page>
  );
}
