import { findOrder, type FindOrderRequest, findOrderSchema } from '@contract/order-access.ts';
import { useAccountForm } from '#account/use-account-form.tsx';
import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { callApi } from '#lib/api/api-client.ts';

type FindOrderFormProps = {
  onFound: (orderId: string, linkKey: string) => void;
};

/** Finds an order by its number and e-mail or phone. A wrong guess only shows that nothing was found. */
export function FindOrderForm({ onFound }: FindOrderFormProps) {
  const { formProps, field, failure, isBusy } = useAccountForm<FindOrderRequest>({
    initialValues: { orderNumber: '', contact: '' },
    schema: findOrderSchema,
    send: async (request) => {
      const { orderId, linkKey } = await callApi(findOrder, { body: request });
      onFound(orderId, linkKey);
    },
    failureTitle: 'No Order Found',
  });
  return (
    <form {...formProps} className="stack gap-5">
      <Field
        label="Order Number"
        hint="Eight characters, for example #IC-5E7F06F8"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...field('orderNumber')}
      />
      <Field
        label="Email or Phone"
        hint="As you typed it when you ordered"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...field('contact')}
      />
      {failure}
      <Button type="submit" size="large" wide busy={isBusy}>
        {isBusy ? 'Looking for Your Order...' : 'Find My Order'}
      </Button>
    </form>
  );
}
