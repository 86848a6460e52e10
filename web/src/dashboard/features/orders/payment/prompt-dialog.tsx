import type { AdminOrder } from '@contract/admin.ts';
import { formatKes } from '@contract/money.ts';
import { phoneSentence, promptOrderAsStaff, safaricomPhone, shownSafaricom } from '@contract/mpesa.ts';
import { Field } from '#components/forms/field.tsx';
import { callApi } from '#lib/api/api-client.ts';
import { FormDialog } from '#dashboard/components/form-dialog.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { useForm } from '#dashboard/lib/use-form.ts';

type PromptDialogProps = { isOpen: boolean; order: AdminOrder; onClose(): void };

/** Sends a request of M-Pesa to the buyer's phone, or another. What becomes of it is on the order's page. */
export function PromptDialog({ isOpen, order, onClose }: PromptDialogProps) {
  return (
    <FormDialog
      isOpen={isOpen}
      title="Send an M-Pesa prompt"
      confirmLabel="Send the Request"
      onClose={onClose}
    >
      <PromptForm order={order} />
    </FormDialog>
  );
}

function PromptForm({ order }: { order: AdminOrder }) {
  const known = safaricomPhone(order.customerPhone ?? '');
  const { props, field, failure } = useForm({
    initial: { phone: known ? shownSafaricom(known) : '' },
    read: (value) =>
      safaricomPhone(value.phone) ? { value, problems: {} } : { problems: { phone: phoneSentence } },
    send: (body) => callApi(promptOrderAsStaff, { params: { id: order.id }, body }),
  });
  return (
    <form {...props}>
      <p>{`The phone asks for the M-Pesa PIN, to pay ${formatKes(order.payment.dueAmount)}.`}</p>
      <Field label="M-Pesa Phone" type="tel" autoComplete="off" {...field('phone')} />
      <NotSaved title="No request was sent" error={failure} />
    </form>
  );
}
