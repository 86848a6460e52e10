import { maxReasonLength } from '@contract/admin-orders.ts';
import type { ClosedStatementLine, OpenStatementLine } from '@contract/bank-statements.ts';
import { TextAreaField } from '#components/forms/field.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { formatCents } from '@contract/money.ts';
import { paymentMethodLabels } from '@contract/payment-methods.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { listedOrderNumber } from '@contract/order-number.ts';
import { FormDialog } from '#dashboard/components/form-dialog.tsx';
import { useForm } from '#dashboard/lib/use-form.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { openLineText, outAnswers, readsLikeFee } from './statement-text.ts';

type CloseLineDialogProps = {
  line: OpenStatementLine;
  /** It does not take back the payment that it seems to. */
  isSomethingElse?: boolean;
  onClose(): void;
};

/** Asks the owner which payment a line settles, or what else it is. */
export function CloseLineDialog({ line, isSomethingElse = false, onClose }: CloseLineDialogProps) {
  const takesBack = isSomethingElse ? null : line.takesBack;
  const isOut = line.verdict === 'returned' && takesBack === null;
  const isTaken = takesBack !== null && canBeSomethingElse(line);
  const form = useForm({
    initial: {
      reason: '',
      transactionId: '',
      verdict: (isOut && readsLikeFee(line) ? 'fee' : '') as keyof typeof outAnswers | '',
    },
    read: ({ reason, transactionId, verdict }) => {
      const said = reason.trim() || (verdict && outAnswers[verdict]);
      return said
        ? {
            value: {
              p_line_id: line.id,
              p_reason: said,
              p_transaction_id: transactionId || undefined,
              p_verdict: verdict || (isSomethingElse ? 'returned' : undefined),
            },
            problems: {},
          }
        : { problems: { reason: 'Please say how you know' } };
    },
    send: (answer) => callSql('close_statement_line', answer),
    onSent: (closed, { p_reason, p_transaction_id = null }) => {
      if (closed.closingReason === p_reason && closed.transactionId === p_transaction_id)
        showToast({ title: 'Answer Saved' });
      else showToast({ title: 'Already Closed', description: closedText(closed), tone: 'info' });
    },
  });
  const { typed, field } = form;
  return (
    <FormDialog
      form={form}
      title={isSomethingElse ? 'What is it instead?' : titleOf(line)}
      confirmLabel={isTaken ? takenBackLabel(line) : 'Save Answer'}
      failureTitle="The answer is not saved"
      onClose={onClose}
    >
      <p>
        <strong>{formatCents(line.amountCents)}</strong> {line.reference ?? line.bankIndex}.{' '}
        {openLineText({ ...line, takesBack })}.
      </p>
      {takesBack ? <p>{takenBackText(takesBack)}</p> : null}
      {line.candidates.length > 0 ? (
        <SelectField
          label="The payment that it settles"
          placeholder="None of them"
          options={line.candidates.map((payment) => ({
            value: payment.transactionId,
            label: `${payment.orderId === null ? payment.reference : listedOrderNumber(payment.orderId)}, ${formatCents(payment.amountCents)}, ${formatDayAndTime(payment.approvedAt)}`,
          }))}
          {...field('transactionId')}
        />
      ) : null}
      {isOut ? (
        <SelectField
          label="It is"
          placeholder="Something else"
          options={Object.entries(outAnswers).map(([value, label]) => ({ value, label }))}
          {...field('verdict')}
        />
      ) : null}
      <TextAreaField
        label={isTaken ? 'How you know' : 'How you know, or what it is instead'}
        hint={`${typed.verdict ? 'Optional. ' : ''}Stays with the line, with your name.`}
        maxLength={maxReasonLength}
        {...field('reason')}
      />
    </FormDialog>
  );
}

/** Whether a line that seems to take a payment back may be another one; of a card it names the payment. */
export const canBeSomethingElse = ({ takesBack }: OpenStatementLine): boolean =>
  takesBack !== null && takesBack.method !== 'card';

/** The answer that such a line takes its payment back. */
export const takenBackLabel = ({ takesBack }: OpenStatementLine): string =>
  takesBack?.method === 'cheque' ? 'The Cheque Bounced' : 'The Payment Was Taken Back';

const titleOf = (line: OpenStatementLine): string => {
  if (line.amountCents >= 0) return 'Which payment is this?';
  if (canBeSomethingElse(line))
    return line.takesBack?.method === 'cheque' ? 'Did this cheque bounce?' : 'Was this payment taken back?';
  return line.orderId === null && readsLikeFee(line) ? 'Is this a fee of the bank?' : 'Which refund is this?';
};

/** What follows from an answer about a payment that a line takes back. */
function takenBackText({
  orderId,
  method,
  reference,
  amountCents,
}: NonNullable<OpenStatementLine['takesBack']>): string {
  if (method === 'card')
    return 'What no recorded refund of the order explains becomes a charge-back: that much of its price is owed again. Record a refund that is missing before you close this line.';
  const payment = `${paymentMethodLabels[method]} ${reference}, ${formatCents(amountCents)}`;
  const buyer = orderId === null ? 'its orders' : listedOrderNumber(orderId);
  return `With your answer ${payment} no longer counts for ${buyer}: that much is due again, and the buyer is told. If the shop gave the money back itself, record that refund before you close this line.`;
}

const closedText = ({ closedByName, closingReason }: ClosedStatementLine): string =>
  closingReason === null
    ? 'A statement settled it before you.'
    : `${closedByName ?? 'Somebody else'} closed it before you: ${closingReason}`;
