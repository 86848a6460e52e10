import { maxReasonLength } from '@contract/admin-orders.ts';
import type { ClosedStatementLine, OpenStatementLine } from '@contract/bank-statements.ts';
import { useId, useState } from 'react';
import { ConfirmDialog } from '#components/overlays/dialog.tsx';
import { TextAreaField } from '#components/forms/field.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { formatCents } from '@contract/money.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { orderNumber } from '#orders/order-number.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { useCloseStatementLine } from './settlement-queries.ts';
import { verdictText } from './settlement-text.ts';

/** Asks the owner which payment a line settles, or what else it is. @param line null: closed */
export function CloseLineDialog({ line, onClose }: { line: OpenStatementLine | null; onClose(): void }) {
  const formId = useId();
  const close = useCloseStatementLine();
  return (
    <ConfirmDialog
      isOpen={line !== null}
      title="Which payment is this?"
      confirmLabel="Save Answer"
      formId={formId}
      busy={close.isPending}
      onClose={onClose}
    >
      {line ? (
        <CloseLineForm key={line.id} line={line} formId={formId} close={close} onDone={onClose} />
      ) : null}
    </ConfirmDialog>
  );
}

type CloseLineFormProps = {
  line: OpenStatementLine;
  formId: string;
  close: ReturnType<typeof useCloseStatementLine>;
  onDone(): void;
};

function CloseLineForm({ line, formId, close, onDone }: CloseLineFormProps) {
  const once = useOnce();
  const [reason, setReason] = useState('');
  const [transactionId, setTransactionId] = useState('');
  const [isTried, setIsTried] = useState(false);
  const isMissing = reason.trim() === '';
  const send = async () => {
    const answer = { reason: reason.trim(), transactionId: transactionId || null };
    const closed = await close.mutateAsync({ lineId: line.id, ...answer });
    if (closed.closingReason === answer.reason && closed.transactionId === answer.transactionId)
      showToast({ title: 'Answer Saved' });
    else showToast({ title: 'Already Closed', description: closedText(closed), tone: 'info' });
    onDone();
  };
  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (!isMissing) once(send);
      }}
    >
      <div className="stack gap-4">
        <p>
          <strong>{formatCents(line.amountCents)}</strong> {line.reference ?? line.bankIndex}.{' '}
          {verdictText(line.verdict)}.
        </p>
        {line.candidates.length > 0 ? (
          <SelectField
            label="The payment that it settles"
            placeholder="None of them"
            options={line.candidates.map((payment) => ({
              value: payment.transactionId,
              label: `#IC-${orderNumber(payment.orderId)}, ${formatCents(payment.amountCents)}, ${formatDayAndTime(payment.approvedAt)}`,
            }))}
            value={transactionId}
            onChange={({ target }) => setTransactionId(target.value)}
          />
        ) : null}
        <TextAreaField
          label="How you know, or what it is instead"
          hint="Stays with the line, with your name."
          maxLength={maxReasonLength}
          value={reason}
          error={isTried && isMissing && 'Please say how you know'}
          onChange={({ target }) => setReason(target.value)}
        />
        <NotSaved title="The answer is not saved" error={close.error} />
      </div>
    </form>
  );
}

const closedText = ({ closedByName, closingReason }: ClosedStatementLine): string =>
  closingReason === null
    ? 'A statement settled it before you.'
    : `${closedByName ?? 'Somebody else'} closed it before you: ${closingReason}`;
