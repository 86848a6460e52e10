import { maxReasonLength } from '@contract/admin-orders.ts';
import { formatCents } from '@contract/money.ts';
import { Field, TextAreaField } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { FormDialog } from '#dashboard/components/form-dialog.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { typedCents, typedWriteOff } from '#dashboard/lib/typed-refund.ts';
import { useForm } from '#dashboard/lib/use-form.ts';

type WriteOffProps = {
  orderId: string;
  /** The most there is to write off, which is proposed; below 0, the most that is owed again. */
  cents: number;
  onClose(): void;
};

/** Writes off what is to be paid of an order, or a part of it, or takes that back. */
export function WriteOffDialog({ orderId, cents, onClose }: WriteOffProps) {
  const isBack = cents < 0;
  const most = Math.abs(cents);
  const form = useForm({
    initial: { amount: typedCents(most), reason: '' },
    read: (typed) => typedWriteOff(typed, most),
    send: ({ amountCents, reason }, { id }) =>
      callSql('reduce_order', {
        p_id: id,
        p_order_id: orderId,
        p_cause: 'written_off',
        p_cents: Math.sign(cents) * amountCents,
        p_reason: reason,
      }),
    onSent: () => showToast({ title: isBack ? 'Owed Again' : 'Written Off' }),
  });
  return (
    <FormDialog
      form={form}
      title={isBack ? 'Owed again after all?' : 'Write off?'}
      confirmLabel={isBack ? 'Take Write-Off Back' : 'Write Off'}
      danger
      failureTitle="Nothing was changed"
      onClose={onClose}
    >
      <p>{isBack ? 'The buyer owes it again.' : 'The buyer owes it no more, without a credit note.'}</p>
      <Field
        label="Amount in KES"
        hint={`At most ${formatCents(most)}.`}
        inputMode="decimal"
        {...form.field('amount')}
      />
      <TextAreaField
        label="Why"
        hint="Stays with the order, with your name."
        maxLength={maxReasonLength}
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
