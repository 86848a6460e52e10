import { maxReasonLength, type OrderDetails } from '@contract/admin-orders.ts';
import { Field, TextAreaField } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { FormDialog } from '#dashboard/components/form-dialog.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { typedCents, typedCredit, typedWriteOff } from '#dashboard/lib/typed-refund.ts';
import { useForm } from '#dashboard/lib/use-form.ts';
import { refundableItems, RefundedPieces, typedLines, type TypedPieces } from './refunded-pieces.tsx';
import { formatCents } from '@contract/money.ts';

type CreditDialogProps = { details: OrderDetails; onClose(): void };

/** Goods that were sent and are not paid came back, or are damaged: so much less is owed of the order. */
export function CreditDialog({ details, onClose }: CreditDialogProps) {
  const items = refundableItems(details);
  const invoices = details.papers.filter(({ leftCents }) => leftCents).map(({ number }) => number);
  const form = useForm({
    initial: { amount: '', reason: '', pieces: {} as TypedPieces },
    read: (typed) => {
      const { lines, problems: wrong } = typedLines(items, typed.pieces);
      if (lines.length === 0 && Object.keys(wrong).length === 0)
        wrong[`${items[0]?.itemId}.quantity`] = 'Please say which pieces';
      const { value, problems } = typedCredit(typed);
      const all = { ...problems, ...wrong };
      return Object.keys(all).length > 0 || !value
        ? { problems: all }
        : { value: { ...value, lines }, problems };
    },
    send: ({ amountCents, reason, lines }, { id }) =>
      callSql('reduce_order', {
        p_id: id,
        p_order_id: details.order.id,
        p_cause: 'goods_back',
        p_cents: amountCents,
        p_reason: reason,
        p_lines: lines,
      }),
    onSent: () => showToast({ title: 'Goods Credited' }),
  });
  return (
    <FormDialog
      form={form}
      title="Credit goods"
      confirmLabel="Credit"
      failureTitle="Nothing is credited"
      onClose={onClose}
    >
      <p>
        Goods came back, or the buyer keeps them at a lower price: so much less is owed of the order. A credit
        note and a message to the buyer say so. No money goes back.
      </p>
      {invoices.length > 1 ? (
        <p>{`The credit note is for the oldest invoice that has these pieces: ${invoices.join(', or else ')}.`}</p>
      ) : null}
      <RefundedPieces
        items={items}
        typed={form.typed.pieces}
        problemOf={form.problemOf}
        onTyped={(pieces) => {
          const { sum } = typedLines(items, pieces);
          const isKept = (of: TypedPieces) => Object.values(of).some(({ fate }) => fate === 'kept');
          // How much lower the price of what the buyer keeps is, only a person knows.
          const amount = isKept(form.typed.pieces) ? form.typed.amount : '';
          form.change({ pieces, amount: isKept(pieces) ? amount : sum > 0 ? typedCents(sum * 100) : '' });
        }}
      />
      <Field label="Amount in KES" inputMode="decimal" {...form.field('amount')} />
      <TextAreaField
        label="Why"
        hint="Stays with the order, with your name; the buyer does not see it."
        maxLength={maxReasonLength}
        {...form.field('reason')}
      />
    </FormDialog>
  );
}

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
