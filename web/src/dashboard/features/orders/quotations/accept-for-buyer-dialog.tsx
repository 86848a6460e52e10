import { typedCompany } from '@contract/company.ts';
import { onAccount } from '@contract/on-account.ts';
import { keepsPieces } from '@contract/quotation-text.ts';
import type { StaffQuotation } from '@contract/quotations.ts';
import { useState } from 'react';
import { showToast } from '#components/overlays/toast.tsx';
import { useNavigateAfterReply } from '#lib/loading/use-navigate-after-reply.ts';
import { FormDialog } from '#dashboard/components/form-dialog.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { counted } from '#dashboard/lib/format-count.ts';
import { useForm } from '#dashboard/lib/use-form.ts';
import { BuyerFields, TermsField } from '../new/order-fields.tsx';
import { emptyOrder, typedAcceptance, type TypedOrder } from '../new/typed-order.ts';

type AcceptedContact = NonNullable<ReturnType<typeof typedAcceptance>['value']>;

type AcceptForBuyerProps = { quotation: StaffQuotation; onClose(): void };

/** Accepts a quotation for a buyer whose LPO came by mail, or who has said so. */
export function AcceptForBuyerDialog({ quotation: now, onClose }: AcceptForBuyerProps) {
  // What was looked at when the dialog was opened: a newer version is refused, however often it is pressed.
  const [quotation] = useState(now);
  const navigate = useNavigateAfterReply();
  const form = useForm<TypedOrder, AcceptedContact, StaffQuotation>({
    initial: {
      ...emptyOrder,
      name: quotation.customerName,
      email: quotation.customerEmail ?? '',
      phone: quotation.customerPhone ?? '',
      address: quotation.customerAddress ?? '',
      // What is on the quotation is the number of the enquiry.
      ...typedCompany(quotation.company && { ...quotation.company, purchaseOrder: null }),
    },
    read: typedAcceptance,
    send: (contact) =>
      callSql('accept_quotation_as_staff', {
        p_id: quotation.id,
        p_version: quotation.version,
        p_details: contact,
      }),
    onSent: ({ order }) => {
      showToast({ title: 'Order Made', description: `At the prices of ${quotation.number}.` });
      if (order) navigate(`/admin/orders/${order.orderId}`);
    },
  });
  // With other days to pay its pieces are held for another time.
  const held = keepsPieces(quotation)
    ? `Its pieces are held for ${counted(quotation.acceptedHoldDays, 'day')}.`
    : '';
  const agreed =
    form.typed.termsDays === null
      ? [onAccount({ termsDays: quotation.acceptedTermsDays, owedBy: null }), held]
          .flatMap((sentence) => (sentence ? [` ${sentence}`] : []))
          .join('')
      : '';
  const termsDays = form.typed.termsDays ?? String(quotation.acceptedTermsDays ?? '');
  return (
    <FormDialog
      form={form}
      title={`Accept ${quotation.number} for the buyer`}
      confirmLabel="Make the Order"
      failureTitle="No order was made"
      onClose={onClose}
    >
      <p>{`The buyer’s order, at exactly these prices.${agreed}`}</p>
      <BuyerFields {...form} numberLabel="Purchase Order Number" />
      <TermsField {...form} typed={{ ...form.typed, termsDays }} />
    </FormDialog>
  );
}
