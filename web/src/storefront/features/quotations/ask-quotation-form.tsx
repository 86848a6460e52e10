import type { DeliveryCounty } from '@contract/delivery.ts';
import { quotationSchema } from '@contract/quotations.ts';
import { useAccountForm } from '#account/use-account-form.tsx';
import { Button } from '#components/forms/button.tsx';
import { CompanyFields, NameField } from '#components/forms/contact-fields.tsx';
import { Field } from '#components/forms/field.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { useAskForQuotation } from './quotation-queries.ts';

type AskQuotationFormProps = {
  items: readonly { productId: string; quantity: number }[];
  /** As the cart says: what fits what is not asked of the quotation either. */
  isForSeveralSites?: boolean;
  counties: readonly DeliveryCounty[];
  /** What is known of the person; empty for nothing. */
  known: { name: string; contact: string; companyName: string; pin: string; county: string };
  onMade: (id: string, linkKey: string) => void;
};

const formSchema = quotationSchema.omit(['items', 'isForSeveralSites']);

/** Name, contact, organisation and county: what a quotation needs. */
export function AskQuotationForm({
  items,
  isForSeveralSites = false,
  counties,
  known,
  onMade,
}: AskQuotationFormProps) {
  const ask = useAskForQuotation();
  const { formProps, field, failure, isBusy } = useAccountForm({
    initialValues: { ...known, purchaseOrder: '' },
    schema: formSchema,
    send: async (typed) => {
      const { id, linkKey } = await ask.mutateAsync({ ...typed, isForSeveralSites, items: [...items] });
      onMade(id, linkKey);
    },
    failureTitle: 'No Quotation Made',
  });
  const optional = (name: 'companyName' | 'pin' | 'purchaseOrder') => ({ ...field(name), required: false });
  return (
    <form {...formProps} className="stack gap-5">
      <NameField label="Name" {...field('name')} />
      <Field
        label="Phone or Email"
        hint="We answer questions there"
        autoComplete="tel"
        autoCapitalize="none"
        spellCheck={false}
        {...field('contact')}
      />
      <SelectField
        label="Delivery County"
        placeholder="Choose the county"
        options={counties.map(({ code, name }) => ({ value: code, label: name }))}
        {...field('county')}
      />
      <CompanyFields field={optional} numberLabel="Purchase Order or Enquiry Number" />
      {failure}
      <Button type="submit" size="large" wide busy={isBusy}>
        {isBusy ? 'Making the Quotation...' : 'Get the Quotation'}
      </Button>
    </form>
  );
}
