import { formatKes } from '@contract/money.ts';
import { withinDays } from '@contract/on-account.ts';
import { keepsPieces, quotedDeposit } from '@contract/quotation-text.ts';
import { companyFields, companyOf, typedCompany } from '@contract/company.ts';
import { contactOfOrder } from '@contract/place-order.ts';
import type { OrderLink, Quotation } from '@contract/quotations.ts';
import { object } from 'yup';
import { failureMessage } from '#account/failure-message.ts';
import { useAccountForm } from '#account/use-account-form.tsx';
import { Button } from '#components/forms/button.tsx';
import {
  AddressField,
  CompanyFields,
  EmailField,
  NameField,
  PhoneField,
} from '#components/forms/contact-fields.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { useAcceptQuotation } from './quotation-queries.ts';

type AcceptQuotationFormProps = {
  quotation: Quotation;
  /** Of its link. */
  linkKey: string;
  onAccepted: (order: OrderLink) => void;
};

const { customerName, customerEmail, customerPhone, customerAddress } = contactOfOrder;
const formSchema = object({ customerName, customerEmail, customerPhone, customerAddress, ...companyFields });

/** Who gets the order, and the button that makes it. */
export function AcceptQuotationForm({ quotation, linkKey, onAccepted }: AcceptQuotationFormProps) {
  const { bank } = useShopDetails();
  const accept = useAcceptQuotation({ quotationId: quotation.id, orderKey: linkKey });
  const { formProps, field, failure, isBusy } = useAccountForm({
    initialValues: {
      customerName: quotation.customerName,
      customerEmail: quotation.customerEmail ?? '',
      customerPhone: quotation.customerPhone ?? '',
      customerAddress: quotation.customerAddress ?? '',
      // What is on the quotation is the number of the enquiry.
      ...typedCompany(quotation.company && { ...quotation.company, purchaseOrder: null }),
    },
    schema: formSchema,
    send: async ({ companyName, pin, purchaseOrder, ...contact }) => {
      const company = companyOf({ companyName, pin, purchaseOrder });
      onAccepted(await accept.mutateAsync({ version: quotation.version, ...contact, company }));
    },
    failureTitle: 'Not Accepted',
    failureMessageOf,
  });
  const optional = (name: 'companyName' | 'pin' | 'purchaseOrder') => ({ ...field(name), required: false });
  return (
    <form {...formProps} className="stack gap-5 line-above pad-top-4 screen-only">
      <div className="stack gap-1">
        <h2 className="size-h4">Accept This Quotation</h2>
        <p>
          {`This makes an order at exactly these prices; nothing is held for you before.${whenPaid(quotation, bank !== '')}`}
        </p>
      </div>
      <div className="pair gap-5 align-top">
        <NameField {...field('customerName')} />
        <EmailField {...field('customerEmail')} />
        <PhoneField {...field('customerPhone')} />
        <AddressField label="Delivery Address" className="whole-row" {...field('customerAddress')} />
        <CompanyFields className="whole-row" field={optional} />
      </div>
      {failure}
      <Button type="submit" size="large" wide busy={isBusy}>
        {isBusy ? 'Making the Order...' : 'Accept and Order'}
      </Button>
    </form>
  );
}

function whenPaid(quotation: Quotation, takesTransfers: boolean): string {
  const { termsDays, paymentTerms, acceptedHoldDays } = quotation;
  if (termsDays) return ` You pay ${withinDays(termsDays)}.`;
  const kept =
    acceptedHoldDays && keepsPieces(quotation)
      ? ` Once it is accepted we keep the items for ${acceptedHoldDays} days.`
      : '';
  if (paymentTerms) return kept;
  const deposit = quotedDeposit(quotation);
  const next = deposit === null ? ' You pay it next.' : ` You pay ${formatKes(deposit)} next.`;
  if (kept) return next + kept;
  // What no seller has agreed on is held as any order is: too short for a bank.
  return `${next}${takesTransfers ? ' By bank transfer? Call us first: we accept it for you and keep the items longer.' : ''}`;
}

/** Names what is no longer sold, as the quotation does. */
function failureMessageOf(error: unknown): string {
  const { code, lines = [] } = (error instanceof ApiError && error.reply) || {};
  const gone = lines.filter(({ problem }) => problem === 'product_unavailable').map(({ name }) => name);
  return code === 'quotation_unavailable' && gone.length > 0
    ? `No longer sold: ${gone.join(', ')}. This quotation cannot be accepted. Please ask for a new one, or call us.`
    : failureMessage(error);
}
