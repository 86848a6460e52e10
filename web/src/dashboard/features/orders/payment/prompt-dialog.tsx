import type { AdminOrder } from '@contract/admin.ts';
import { formatKes } from '@contract/money.ts';
import { phoneSentence, promptOrderAsStaff, safaricomPhone, shownSafaricom } from '@contract/mpesa.ts';
import { useState } from 'react';
import { Field } from '#components/forms/field.tsx';
import { callApi } from '#lib/api/api-client.ts';
import { FormDialog, useDialogForm } from '#dashboard/components/form-dialog.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { useAdminWrite } from '#dashboard/lib/admin-queries.ts';

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
      <PromptForm order={order} onDone={onClose} />
    </FormDialog>
  );
}

function PromptForm({ order, onDone }: { order: AdminOrder; onDone(): void }) {
  const form = useDialogForm();
  const known = safaricomPhone(order.customerPhone ?? '');
  const [phone, setPhone] = useState(known ? shownSafaricom(known) : '');
  const isWrong = safaricomPhone(phone) === null;
  const prompt = useAdminWrite(() =>
    callApi(promptOrderAsStaff, { params: { id: order.id }, body: { phone } }),
  );
  const send = async () => {
    if (isWrong) return;
    await prompt.mutateAsync(undefined);
    onDone();
  };
  return (
    <form {...form.props} onSubmit={(event) => form.submit(send, event)}>
      <p>{`The phone asks for the M-Pesa PIN, to pay ${formatKes(order.payment.dueAmount)}.`}</p>
      <Field
        label="M-Pesa Phone"
        type="tel"
        autoComplete="off"
        value={phone}
        error={form.isTried && isWrong ? phoneSentence : undefined}
        onChange={({ target }) => setPhone(target.value)}
      />
      <NotSaved title="No request was sent" error={prompt.error} />
    </form>
  );
}
