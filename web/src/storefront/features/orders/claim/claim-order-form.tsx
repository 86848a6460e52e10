import { claimOrder, type ClaimOrderRequest, claimOrderSchema } from '@contract/order-access.ts';
import { listOrders } from '@contract/orders.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useAccountForm } from '#account/use-account-form.tsx';
import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { callApi } from '#lib/api/api-client.ts';
import { refetchAfterWrite } from '#lib/api/refetch-after-write.ts';

type ClaimOrderFormProps = { orderId: string; /** As displayed: `#5E7F06F8`. */ number: string };

/** For a guest's order in a browser where somebody has signed in: whoever knows its contact details can claim it. */
export function ClaimOrderForm({ orderId, number }: ClaimOrderFormProps) {
  const queryClient = useQueryClient();
  const { formProps, field, failure, isBusy } = useAccountForm<ClaimOrderRequest>({
    initialValues: { contact: '' },
    schema: claimOrderSchema,
    send: async (body) => {
      await callApi(claimOrder, { params: { orderId }, body });
      await refetchAfterWrite(queryClient, ([path]) => path === listOrders.path);
      showToast({ title: 'Order added', description: `Order ${number} is in your account now.` });
    },
    failureTitle: 'Order Not Added',
  });
  return (
    <form {...formProps} className="stack gap-3 full" aria-label={`Add order ${number} to my account`}>
      <p className="quiet">
        This order was placed in this browser before you signed in. Is it yours? Enter the e-mail or phone
        number on it.
      </p>
      <Field
        label="Email or phone on this order"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...field('contact')}
      />
      {failure}
      <Button type="submit" variant="secondary" busy={isBusy}>
        Add to My Account
      </Button>
    </form>
  );
}
