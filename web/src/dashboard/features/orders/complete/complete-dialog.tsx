import { isReason } from '@contract/shipments.ts';
import { maxReasonLength, type OrderCompletion } from '@contract/admin-orders.ts';
import { errorMessage } from '@contract/error-messages.ts';
import { orderNumber } from '@contract/order-number.ts';
import { useId, useState } from 'react';
import { LinkButton } from '#components/forms/button.tsx';
import { ConfirmDialog } from '#components/overlays/dialog.tsx';
import { TextAreaField } from '#components/forms/field.tsx';
import { Notice } from '#components/page/notice.tsx';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { tabState } from '#lib/storage/stored-state.ts';
import { useFormProps } from '#lib/forms/use-form-props.ts';
import { orderStatusLabels } from '#orders/order-status-text.ts';
import { completeLabel, completionSentence } from './completion-text.ts';
import { useMayOpen } from '#dashboard/lib/use-may.ts';

type Failure = { title: string; error: unknown };

type CompleteDialogProps = {
  /** What is missing for it. */
  order: OrderCompletion;
  failure: Failure | null;
  busy: boolean;
  /** @param reason if the order needs one; `onDone` closes the dialog */
  onConfirm(reason: string | undefined, onDone: () => void): void;
  onClose(): void;
};

/** Shows what completing does to the order, and asks for a reason if the settings require one; open while it is there. */
export function CompleteDialog({ order, failure, busy, onConfirm, onClose }: CompleteDialogProps) {
  const formId = useId();
  // A session that ends, or a reload, loses nothing that was typed.
  const [stored] = useState(() => storedReason(order.id));
  const [reason, setReason] = useState(() => stored.recall() ?? '');
  const [submitCount, setSubmitCount] = useState(0);
  const needsReason = order.need === 'reason';
  const isMissing = needsReason && !isReason(reason);
  const close = () => {
    stored.forget();
    onClose();
  };
  const formProps = useFormProps({ submitCount, isSubmitting: busy }, () => {
    setSubmitCount(submitCount + 1);
    if (!isMissing) onConfirm(reason.trim() || undefined, close);
  });
  return (
    <ConfirmDialog
      isOpen
      title={`Mark order #${orderNumber(order.id)} as ${orderStatusLabels.completed.toLowerCase()}?`}
      confirmLabel={completeLabel}
      formId={formId}
      focusesCancel
      busy={busy}
      onClose={close}
    >
      <form {...formProps} id={formId} className="stack gap-4">
        <CompletionFailure failure={failure} />
        <p>{completionSentence(order)}</p>
        {needsReason ? (
          <TextAreaField
            label="Reason"
            hint="Saved in the history of the order, with your name."
            value={reason}
            maxLength={maxReasonLength}
            error={submitCount > 0 && isMissing && 'Please say in some words why it is completed now'}
            onChange={({ target }) => {
              setReason(target.value);
              stored.remember(target.value);
            }}
          />
        ) : null}
      </form>
    </ConfirmDialog>
  );
}

/** What failed, if anything did. */
export function CompletionFailure({ failure }: { failure: Failure | null }) {
  return failure ? (
    <Notice tone="error" title={failure.title} error={failure.error}>
      {errorSentence(failure.error)}
    </Notice>
  ) : null;
}

export const statementsPage = '/admin/transactions/settlement';

/** Shown instead of the button as long as a task, or a payment in no statement, does not allow an order to be completed. */
export function StatementNotice({ need }: { need: OrderCompletion['need'] }) {
  const mayOpen = useMayOpen();
  if (need === 'question')
    return (
      <Notice tone="error" announce="none" title="Do not send anything yet">
        {errorMessage.payment_in_question}
      </Notice>
    );
  if (need !== 'settlement') return null;
  return (
    <Notice
      tone="info"
      announce="none"
      title="Paid, not yet in the bank’s statement"
      action={
        mayOpen(statementsPage) ? (
          <LinkButton variant="secondary" to={statementsPage}>
            Import the bank’s statement
          </LinkButton>
        ) : null
      }
    >
      The settings say that goods are sent once their payment is in a statement of the bank.
    </Notice>
  );
}

const storedReason = (draft: string) => tabState(`admin-completion-reason.${draft}`, 1, parseReason);
const parseReason = (stored: unknown) => (typeof stored === 'string' ? stored : null);
