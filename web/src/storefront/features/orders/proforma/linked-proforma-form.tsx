import { getLinkedProforma, proformaSchema } from '@contract/order-access.ts';
import { FileText } from 'lucide-react';
import { useAccountForm } from '#account/use-account-form.tsx';
import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { callApi } from '#lib/api/api-client.ts';
import { downloadPdf } from '#lib/download-file.ts';
import { linkKeyOf } from '#storefront/lib/link-keys.ts';

/** Has the browser save the proforma, with the buyer's name for whoever knows how to reach them. */
export function LinkedProformaForm({ orderId }: { orderId: string }) {
  const { formProps, field, failure, isBusy } = useAccountForm({
    initialValues: { contact: '' },
    schema: proformaSchema,
    send: async (body) => {
      const orderKey = linkKeyOf(orderId);
      downloadPdf(await callApi(getLinkedProforma, { params: { orderId }, orderKey, body }));
    },
    failureTitle: 'No PDF Made',
  });
  return (
    <form {...formProps} className="stack gap-3 screen-only" aria-label="Proforma invoice">
      <Field
        label="Email or phone of the order"
        hint="The buyer’s name is printed on the proforma once you give one of them. It may stay empty."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field('contact')}
        required={false}
      />
      {failure}
      <div className="actions">
        <Button type="submit" variant="secondary" icon={<FileText aria-hidden="true" />} busy={isBusy}>
          Proforma Invoice (PDF)
        </Button>
      </div>
    </form>
  );
}
