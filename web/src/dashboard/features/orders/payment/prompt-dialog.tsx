import type { AdminOrder } from '@contract/admin.ts';
import { formatKes } from '@contract/money.ts';
import {
  amountOfPrompt,
  leftByPrompt,
  phoneSentence,
  promptOrderAsStaff,
  safaricomPhone,
  shownSafaricom,
} from '@contract/mpesa.ts';
import { dueCentsOf } from '@contract/on-account.ts';
import { Field } from '#components/forms/field.tsx';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { callApi } from '#lib/api/api-client.ts';
import { FormDialog } from '#dashboard/components/form-dialog.tsx';
import { useForm } from '#dashboard/lib/use-form.ts';

type PromptDialogProps = { order: AdminOrder; onClose(): void };

/** Sends a request of M-Pesa to the buyer's phone, or another. What becomes of it is on the order's page. */
export function PromptDialog({ order, onClose }: PromptDialogProps) {
  const shop = useShopDetails();
  const { dueAmount } = order.payment;
  const left = leftByPrompt(dueCentsOf(order.payment), shop);
  const known = safaricomPhone(order.customerPhone ?? '');
  const form = useForm({
    initial: { phone: known ? shownSafaricom(known) : '' },
    read: (value) =>
      safaricomPhone(value.phone) ? { value, problems: {} } : { problems: { phone: phoneSentence } },
    send: (body) => callApi(promptOrderAsStaff, { params: { id: order.id }, body }),
  });
  return (
    <FormDialog
      form={form}
      title="Send an M-Pesa prompt"
      confirmLabel="Send the Request"
      failureTitle="No request was sent"
      onClose={onClose}
    >
      <p>{`The phone asks for the M-Pesa PIN, to pay ${formatKes(amountOfPrompt(dueAmount, shop))}.`}</p>
      {left ? <p>{left}</p> : null}
      <Field label="M-Pesa Phone" type="tel" autoComplete="off" {...form.field('phone')} />
    </FormDialog>
  );
}
