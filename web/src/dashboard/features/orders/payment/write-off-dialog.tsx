import { maxReasonLength } from '@contract/admin-orders.ts';
import { textField } from '@contract/field-rules.ts';
import { formatCents } from '@contract/money.ts';
import { useRef } from 'react';
import { object } from 'yup';
import { TextAreaField } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { FormDialog, useFormOfDialog } from '#dashboard/components/form-dialog.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useAdminWrite } from '#dashboard/lib/admin-queries.ts';
import { nothingSent, withIdempotencyKey } from '#dashboard/lib/sent-request.ts';
import { useTextForm } from '#dashboard/lib/use-text-form.ts';

const schema = object({ reason: textField('Please say why', maxReasonLength) });

type WriteOffProps = {
  orderId: string;
  /** 0 while the dialog is closed. */
  cents: number;
  onClose(): void;
};

/** Writes off what is owed of an order. */
export function WriteOffDialog(props: WriteOffProps) {
  const { cents, onClose } = props;
  const sum = formatCents(cents);
  return (
    <FormDialog
      isOpen={cents !== 0}
      title={`Write off ${sum}?`}
      confirmLabel={`Write Off ${sum}`}
      danger
      onClose={onClose}
    >
      {cents === 0 ? null : <WriteOffForm {...props} />}
    </FormDialog>
  );
}

function WriteOffForm({ orderId, cents, onClose }: WriteOffProps) {
  const { id, whileBusy } = useFormOfDialog();
  const sent = useRef(nothingSent);
  const reduce = useAdminWrite((p_reason: string) => {
    sent.current = withIdempotencyKey(sent.current, [cents, p_reason]);
    return callSql('reduce_order', {
      p_id: sent.current.id,
      p_order_id: orderId,
      p_cause: 'written_off',
      p_cents: cents,
      p_reason,
    });
  });
  const form = useTextForm({
    name: 'reason',
    schema,
    initialText: '',
    send: async (reason) => {
      await whileBusy(() => reduce.mutateAsync(reason));
      showToast({ title: 'Written Off' });
      onClose();
    },
  });
  return (
    <form {...form.formProps} id={id} className="stack gap-4">
      <p>The buyer owes it no more, without a credit note.</p>
      <TextAreaField
        label="Why"
        hint="Stays with the order, with your name."
        maxLength={maxReasonLength}
        {...form.fieldProps}
      />
      <NotSaved title="Nothing was changed" error={form.failure} />
    </form>
  );
}
