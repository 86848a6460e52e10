import { maxReasonLength } from '@contract/admin-orders.ts';
import { formatCents } from '@contract/money.ts';
import { useRef, useState } from 'react';
import { Field, TextAreaField } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { FormDialog, useDialogForm } from '#dashboard/components/form-dialog.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useAdminWrite } from '#dashboard/lib/admin-queries.ts';
import { nothingSent, withIdempotencyKey } from '#dashboard/lib/sent-request.ts';
import { typedCents, typedWriteOff } from '#dashboard/lib/typed-refund.ts';
import { fieldsOf } from '#lib/forms/fields-of.ts';

type WriteOffProps = {
  orderId: string;
  /** The most there is to write off, which is proposed; below 0, the most that is owed again; 0 while the dialog is closed. */
  cents: number;
  onClose(): void;
};

/** Writes off what is to be paid of an order, or a part of it, or takes that back. */
export function WriteOffDialog(props: WriteOffProps) {
  const { cents, onClose } = props;
  const isBack = cents < 0;
  return (
    <FormDialog
      isOpen={cents !== 0}
      title={isBack ? 'Owed again after all?' : 'Write off?'}
      confirmLabel={isBack ? 'Take Write-Off Back' : 'Write Off'}
      danger
      onClose={onClose}
    >
      {cents === 0 ? null : <WriteOffForm {...props} />}
    </FormDialog>
  );
}

function WriteOffForm({ orderId, cents, onClose }: WriteOffProps) {
  const form = useDialogForm();
  const most = Math.abs(cents);
  const sent = useRef(nothingSent);
  const [typed, setTyped] = useState({ amount: typedCents(most), reason: '' });
  const { request, problems } = typedWriteOff(typed, most);
  const field = fieldsOf(
    typed,
    (changed) => setTyped({ ...typed, ...changed }),
    form.isTried ? problems : {},
  );
  const reduce = useAdminWrite((args: { p_cents: number; p_reason: string }) => {
    sent.current = withIdempotencyKey(sent.current, args);
    return callSql('reduce_order', {
      p_id: sent.current.id,
      p_order_id: orderId,
      p_cause: 'written_off',
      ...args,
    });
  });
  const submit = async () => {
    if (!request) return;
    await reduce.mutateAsync({
      p_cents: Math.sign(cents) * request.amountCents,
      p_reason: request.reason,
    });
    showToast({ title: cents < 0 ? 'Owed Again' : 'Written Off' });
    onClose();
  };
  return (
    <form
      {...form.props}
      // What failed is shown below.
      onSubmit={(event) => form.submit(() => submit().catch(() => {}), event)}
    >
      <p>{cents < 0 ? 'The buyer owes it again.' : 'The buyer owes it no more, without a credit note.'}</p>
      <Field
        label="Amount in KES"
        hint={`At most ${formatCents(most)}.`}
        inputMode="decimal"
        {...field('amount')}
      />
      <TextAreaField
        label="Why"
        hint="Stays with the order, with your name."
        maxLength={maxReasonLength}
        {...field('reason')}
      />
      <NotSaved title="Nothing was changed" error={reduce.error} />
    </form>
  );
}
