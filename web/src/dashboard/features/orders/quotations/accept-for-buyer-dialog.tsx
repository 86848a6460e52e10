import { typedCompany } from '@contract/company.ts';
import { onAccount } from '@contract/on-account.ts';
import type { StaffQuotation } from '@contract/quotations.ts';
import { useState } from 'react';
import { showToast } from '#components/overlays/toast.tsx';
import { useNavigateAfterReply } from '#lib/loading/use-navigate-after-reply.ts';
import { FormDialog, useDialogForm } from '#dashboard/components/form-dialog.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { counted } from '#dashboard/lib/format-count.ts';
import { BuyerFields } from '../new/order-fields.tsx';
import { emptyOrder, typedAcceptance, type TypedOrder } from '../new/typed-order.ts';
import { useAcceptForBuyer } from './quotation-queries.ts';

type AcceptForBuyerProps = { quotation: StaffQuotation; isOpen: boolean; onClose(): void };

/** Accepts a quotation for a buyer whose LPO came by mail, or who has said so. */
export function AcceptForBuyerDialog({ quotation, isOpen, onClose }: AcceptForBuyerProps) {
  return (
    <FormDialog
      isOpen={isOpen}
      title={`Accept ${quotation.number} for the buyer`}
      confirmLabel="Make the Order"
      onClose={onClose}
    >
      <AcceptForBuyerForm quotation={quotation} />
    </FormDialog>
  );
}

function AcceptForBuyerForm({ quotation }: { quotation: StaffQuotation }) {
  const navigate = useNavigateAfterReply();
  const accept = useAcceptForBuyer(quotation.id, quotation.version);
  const form = useDialogForm();
  const [typed, setTyped] = useState<TypedOrder>(() => ({
    ...emptyOrder,
    name: quotation.customerName,
    email: quotation.customerEmail ?? '',
    phone: quotation.customerPhone ?? '',
    address: quotation.customerAddress ?? '',
    // What is on the quotation is the number of the enquiry.
    ...typedCompany(quotation.company && { ...quotation.company, purchaseOrder: null }),
  }));
  const { contact, problems } = typedAcceptance(typed);
  const send = async () => {
    if (!contact) return;
    const { order } = await accept.mutateAsync(contact);
    showToast({ title: 'Order Made', description: `At the prices of ${quotation.number}.` });
    if (order) navigate(`/admin/orders/${order.orderId}`);
  };
  return (
    <form {...form.props} onSubmit={(event) => form.submit(() => send().catch(() => undefined), event)}>
      <p>
        {`The buyer’s order, at exactly these prices. ${onAccount({ termsDays: quotation.acceptedTermsDays, owedBy: null }) ?? ''} Its pieces are held for ${counted(quotation.acceptedHoldDays, 'day')}.`}
      </p>
      <BuyerFields
        typed={typed}
        problemOf={(path) => (form.isTried ? problems[path] : undefined)}
        onChange={(changed) => setTyped((before) => ({ ...before, ...changed }))}
      />
      <NotSaved title="No order was made" error={accept.error} />
    </form>
  );
}
