import { getLinkedPaper, linkedPaperSchema } from '@contract/order-access.ts';
import type { PaperKind } from '@contract/papers.ts';
import { FileText } from 'lucide-react';
import { useAccountForm } from '#account/use-account-form.tsx';
import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { callApi } from '#lib/api/api-client.ts';
import { downloadPdf } from '#lib/download-file.ts';
import { linkKeyOf } from '#storefront/lib/link-keys.ts';

/** A proforma has the buyer's name for whoever knows how to reach them; an invoice is theirs alone. */
const texts = {
  proforma: {
    name: 'Proforma Invoice',
    label: 'Email or phone of the order',
    hint: 'The buyer’s name is printed on the proforma once you give one of them. It may stay empty.',
  },
  invoice: {
    name: 'Invoice',
    label: 'Email or phone of the order',
    hint: 'As it was given with the order.',
  },
};

/** Has the browser save the papers. */
export function LinkedPaperForm({ orderId, kind }: { orderId: string; kind: PaperKind }) {
  const { name, label, hint } = texts[kind];
  const { formProps, field, failure, isBusy } = useAccountForm({
    initialValues: { contact: '' },
    schema: linkedPaperSchema,
    send: async (body) => {
      const orderKey = linkKeyOf(orderId);
      downloadPdf(await callApi(getLinkedPaper, { params: { orderId, kind }, orderKey, body }));
    },
    failureTitle: 'No PDF Made',
  });
  return (
    <form {...formProps} className="stack gap-3 screen-only" aria-label={name}>
      <Field
        label={label}
        hint={hint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field('contact')}
        required={kind === 'invoice'}
      />
      {failure}
      <div className="actions">
        <Button type="submit" variant="secondary" icon={<FileText />} busy={isBusy}>
          {name} (PDF)
        </Button>
      </div>
    </form>
  );
}
