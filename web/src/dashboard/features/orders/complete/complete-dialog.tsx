import { maxReasonLength } from '@contract/admin-requests.ts';
import type { OrderCompletion } from '@contract/admin-orders.ts';
import { useId, useRef, useState } from 'react';
import { Button, LinkButton } from '../../../../components/button.tsx';
import { Dialog } from '../../../../components/dialog.tsx';
import { TextAreaField } from '../../../../components/field.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { errorSentence } from '../../../../lib/error-sentence.ts';
import { useFocusOnFirstInvalid } from '../../../../lib/use-focus-on-first-invalid.ts';
import { Stack } from '../../../components/layout.tsx';
import { LoadingLines } from '../../../components/query-state.tsx';
import { completionSentences } from './completion-text.ts';

type CompleteDialogProps = {
  isOpen: boolean;
  title: string;
  /** What is missing for each order; null while loading. */
  orders: readonly OrderCompletion[] | null;
  failure?: unknown;
  busy: boolean;
  /** @param reason if an order needs one */
  onConfirm(reason: string | undefined): void;
  onClose(): void;
};

/** Shows what completing does to each order, and asks for a reason if the settings require one. */
export function CompleteDialog({ orders, failure, busy, onConfirm, ...dialog }: CompleteDialogProps) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const [submitCount, setSubmitCount] = useState(0);
  useFocusOnFirstInvalid(form, { submitCount, isSubmitting: busy });
  // A reason typed for one order is not kept for the next.
  if (!dialog.isOpen && (submitCount > 0 || reason !== '')) {
    setReason('');
    setSubmitCount(0);
  }
  const needsReason = orders?.some(({ need }) => need === 'reason') ?? false;
  const error =
    submitCount > 0 && needsReason && reason.trim() === '' && 'Please say why it is completed now';
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button variant="secondary" data-first-focus onClick={dialog.onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy} disabled={orders === null}>
            Mark as Completed
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setSubmitCount(submitCount + 1);
          if (orders && !(needsReason && reason.trim() === '')) onConfirm(reason.trim() || undefined);
        }}
      >
        <Stack gap={4}>
          {failure ? (
            <Notice tone="error" title="We could not check these orders" error={failure}>
              {errorSentence(failure)}
            </Notice>
          ) : orders === null ? (
            <LoadingLines what="what these orders need" lines={2} />
          ) : (
            completionSentences(orders).map(({ need, sentence }) => <p key={need}>{sentence}</p>)
          )}
          {needsReason ? (
            <TextAreaField
              label="Reason"
              hint="Saved in the history of the order, with your name."
              value={reason}
              maxLength={maxReasonLength}
              error={error}
              onChange={({ target }) => setReason(target.value)}
            />
          ) : null}
        </Stack>
      </form>
    </Dialog>
  );
}

/** Shown instead of the button if the settings allow only settled orders to be completed. */
export function NotSettledNotice() {
  return (
    <Notice
      tone="info"
      announce="none"
      title="Approved, not settled"
      action={
        <LinkButton variant="secondary" to="/admin/transactions/settlement">
          Import the bank’s statement
        </LinkButton>
      }
    >
      The settings say that an order is completed when its payment is in a statement of the bank.
    </Notice>
  );
}
