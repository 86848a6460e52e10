import { isReason } from '@contract/shipments.ts';
import { maxReasonLength } from '@contract/admin-orders.ts';
import type { OrderCompletion } from '@contract/admin-orders.ts';
import { errorMessage } from '@contract/error-messages.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { LinkButton } from '#components/forms/button.tsx';
import { ConfirmDialog } from '#components/overlays/dialog.tsx';
import { TextAreaField } from '#components/forms/field.tsx';
import { Notice } from '#components/page/notice.tsx';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { tabState } from '#lib/storage/stored-state.ts';
import { useFormProps } from '#lib/forms/use-form-props.ts';
import { LoadingLines } from '#dashboard/components/query-state.tsx';
import { completeLabel, completionSentences } from './completion-text.ts';
import { useMayOpen } from '#dashboard/lib/use-may.ts';

type Failure = { title: string; error: unknown };

type CompleteDialogProps = {
  isOpen: boolean;
  title: string;
  /** What is missing for each order; null while loading. */
  orders: readonly OrderCompletion[] | null;
  failure: Failure | null;
  /** Names the stored reason: a session that ends, or a reload, loses nothing that was typed. */
  draft: string;
  busy: boolean;
  /** @param reason if an order needs one */
  onConfirm(reason: string | undefined): void;
  onClose(): void;
};

/** Shows what completing does to each order, and asks for a reason if the settings require one. */
export function CompleteDialog({ busy, onConfirm, orders, failure, draft, ...dialog }: CompleteDialogProps) {
  const formId = useId();
  const { isOpen } = dialog;
  const wasOpen = useRef(false);
  useEffect(() => {
    // A reason typed for one order is not kept for the next; it is when the page is left, as at the end of a session.
    if (wasOpen.current && !isOpen) storedReason(draft).forget();
    wasOpen.current = isOpen;
  }, [isOpen, draft]);
  return (
    <ConfirmDialog
      {...dialog}
      confirmLabel={completeLabel}
      formId={formId}
      focusesCancel
      busy={busy}
      disabled={orders === null}
    >
      {isOpen ? (
        <CompleteForm
          formId={formId}
          orders={orders}
          failure={failure}
          draft={draft}
          busy={busy}
          onConfirm={onConfirm}
        />
      ) : null}
    </ConfirmDialog>
  );
}

type CompleteFormProps = Pick<CompleteDialogProps, 'orders' | 'failure' | 'draft' | 'busy' | 'onConfirm'>;

function CompleteForm({
  formId,
  orders,
  failure,
  draft,
  busy,
  onConfirm,
}: CompleteFormProps & { formId: string }) {
  const [stored] = useState(() => storedReason(draft));
  const [reason, setReason] = useState(() => stored.recall() ?? '');
  const [submitCount, setSubmitCount] = useState(0);
  const needsReason = orders?.some(({ need }) => need === 'reason') ?? false;
  const error =
    submitCount > 0 && needsReason && !isReason(reason) && 'Please say in some words why it is completed now';
  const formProps = useFormProps({ submitCount, isSubmitting: busy }, () => {
    setSubmitCount(submitCount + 1);
    if (orders && !(needsReason && !isReason(reason))) onConfirm(reason.trim() || undefined);
  });
  return (
    <form {...formProps} id={formId}>
      <div className="stack gap-4">
        <CompletionFailure failure={failure} />
        {orders
          ? completionSentences(orders).map(({ need, sentence }) => <p key={need}>{sentence}</p>)
          : null}
        {orders || failure ? null : <LoadingLines what="what these orders need" lines={2} />}
        {needsReason ? (
          <TextAreaField
            label="Reason"
            hint="Saved in the history of the order, with your name."
            value={reason}
            maxLength={maxReasonLength}
            error={error}
            onChange={({ target }) => {
              setReason(target.value);
              stored.remember(target.value);
            }}
          />
        ) : null}
      </div>
    </form>
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

const statements = '/admin/transactions/settlement';

/** Shown instead of the button as long as the bank's statements do not allow an order to be completed. */
export function StatementNotice({ need }: { need: OrderCompletion['need'] }) {
  const mayOpen = useMayOpen();
  if (need !== 'settlement' && need !== 'charged_back') return null;
  const [tone, title, action] =
    need === 'settlement'
      ? (['info', 'Paid, not yet in the bank’s statement', 'Import the bank’s statement'] as const)
      : (['error', 'Do not send anything yet', 'Answer the line of the statement'] as const);
  return (
    <Notice
      tone={tone}
      announce="none"
      title={title}
      action={
        mayOpen(statements) ? (
          <LinkButton variant="secondary" to={statements}>
            {action}
          </LinkButton>
        ) : null
      }
    >
      {need === 'settlement'
        ? 'The settings say that goods are sent once their payment is in a statement of the bank.'
        : errorMessage.charged_back}
    </Notice>
  );
}

const storedReason = (draft: string) => tabState(`admin-completion-reason.${draft}`, 1, parseReason);
const parseReason = (stored: unknown) => (typeof stored === 'string' ? stored : null);
