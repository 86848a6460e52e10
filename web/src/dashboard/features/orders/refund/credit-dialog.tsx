import { maxReasonLength, type OrderDetails } from '@contract/admin-orders.ts';
import { useRef, useState } from 'react';
import { Field, TextAreaField } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { FormDialog, useDialogForm } from '#dashboard/components/form-dialog.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useAdminWrite } from '#dashboard/lib/admin-queries.ts';
import { nothingSent, withIdempotencyKey } from '#dashboard/lib/sent-request.ts';
import { typedCents, typedCredit } from '#dashboard/lib/typed-refund.ts';
import { fieldsOf } from '#lib/forms/fields-of.ts';
import {
  type PieceProblems,
  refundableItems,
  RefundedPieces,
  typedLines,
  type TypedPieces,
} from './refunded-pieces.tsx';

type CreditDialogProps = { isOpen: boolean; details: OrderDetails; onClose(): void };

/** Goods that were sent and are not paid came back, or are damaged: so much less is owed of the order. */
export function CreditDialog({ isOpen, ...form }: CreditDialogProps) {
  return (
    <FormDialog isOpen={isOpen} title="Credit goods" confirmLabel="Credit" onClose={form.onClose}>
      {isOpen ? <CreditForm {...form} /> : null}
    </FormDialog>
  );
}

function CreditForm({ details, onClose }: Omit<CreditDialogProps, 'isOpen'>) {
  const form = useDialogForm();
  const sent = useRef(nothingSent);
  const items = refundableItems(details);
  const [pieces, setPieces] = useState<TypedPieces>({});
  const [typed, setTyped] = useState({ amount: '', reason: '' });
  const { lines, problems: pieceProblems } = typedLines(items, pieces);
  const wrongPieces: PieceProblems =
    lines.length === 0 && Object.keys(pieceProblems).length === 0 && items[0]
      ? { [items[0].itemId]: { quantity: 'Please say which pieces' } }
      : pieceProblems;
  const { request, problems } = typedCredit(typed);
  const field = fieldsOf(
    typed,
    (changed) => setTyped({ ...typed, ...changed }),
    form.isTried ? problems : {},
  );
  const credit = useAdminWrite((args: Omit<Parameters<typeof callSql<'reduce_order'>>[1], 'p_id'>) => {
    sent.current = withIdempotencyKey(sent.current, args);
    return callSql('reduce_order', { p_id: sent.current.id, ...args });
  });
  const submit = async () => {
    if (!request || Object.keys(wrongPieces).length > 0) return;
    await credit.mutateAsync({
      p_order_id: details.order.id,
      p_cause: 'goods_back',
      p_cents: request.amountCents,
      p_reason: request.reason,
      p_lines: lines,
    });
    showToast({ title: 'Goods Credited' });
    onClose();
  };
  return (
    <form
      {...form.props}
      // What failed is shown below.
      onSubmit={(event) => form.submit(() => submit().catch(() => {}), event)}
    >
      <p>So much less is owed of the order, and a credit note says so. No money goes back.</p>
      <RefundedPieces
        items={items}
        typed={pieces}
        problems={form.isTried ? wrongPieces : {}}
        onTyped={(now) => {
          setPieces(now);
          const { sum } = typedLines(items, now);
          setTyped({ ...typed, amount: sum > 0 ? typedCents(sum * 100) : '' });
        }}
      />
      <Field label="Amount in KES" inputMode="decimal" {...field('amount')} />
      <TextAreaField
        label="Why"
        hint="Stays with the order, with your name; the buyer does not see it."
        maxLength={maxReasonLength}
        {...field('reason')}
      />
      <NotSaved title="Nothing is credited" error={credit.error} />
    </form>
  );
}
