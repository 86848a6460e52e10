import { maxReasonLength } from '@contract/admin-requests.ts';
import type { AdminOrder } from '@contract/admin.ts';
import { recordRefund, type RefundablePayment } from '@contract/refunds.ts';
import { useId, useRef, useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { Dialog } from '../../../../components/dialog.tsx';
import { Field, TextAreaField } from '../../../../components/field.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { SelectField } from '../../../../components/select-field.tsx';
import { showToast } from '../../../../components/toast.tsx';
import { callApi } from '../../../../lib/api-client.ts';
import { errorSentence } from '../../../../lib/error-sentence.ts';
import { isPaid } from '../../../../lib/is-paid.ts';
import { formatCents } from '@contract/money.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { randomUuid } from '../../../../lib/random-uuid.ts';
import { useFocusOnFirstInvalid } from '../../../../lib/use-focus-on-first-invalid.ts';
import { useOnce } from '../../../../lib/use-once.ts';
import { Stack } from '../../../components/layout.tsx';
import { RefundFields } from '../../../components/refund-fields.tsx';
import { useRefreshAdmin } from '../../../lib/admin-queries.ts';
import { emptyTransfer, typedRefund, type TypedRefund } from '../../../lib/typed-refund.ts';

type RefundDialogProps = {
  isOpen: boolean;
  order: AdminOrder;
  /** At least one. */
  payments: readonly RefundablePayment[];
  onClose(): void;
};

/** Asks what the bank gave back of the money that was accepted for an order. The shop itself sends no money. */
export function RefundDialog({ isOpen, onClose, ...form }: RefundDialogProps) {
  const formId = useId();
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Dialog
      isOpen={isOpen}
      title="Record a refund"
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isBusy}>
            Record Refund
          </Button>
        </>
      }
    >
      {isOpen ? <RefundForm {...form} formId={formId} onBusy={setIsBusy} onDone={onClose} /> : null}
    </Dialog>
  );
}

type RefundFormProps = Pick<RefundDialogProps, 'order' | 'payments'> & {
  formId: string;
  onBusy(isBusy: boolean): void;
  onDone(): void;
};

function RefundForm({ order, payments, formId, onBusy, onDone }: RefundFormProps) {
  const refresh = useRefreshAdmin();
  const once = useOnce();
  const form = useRef<HTMLFormElement>(null);
  // Sent again after a lost reply it is the same refund; other words are another one.
  const sent = useRef({ key: '', what: '' });
  const [failure, setFailure] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const [typed, setTyped] = useState<TypedRefund>(() => ({
    ...emptyTransfer(),
    ...ofPayment(payments[0]),
    reason: '',
  }));
  useFocusOnFirstInvalid(form, { submitCount: tries, isSubmitting: false });
  const { request, problems } = typedRefund(typed);
  const shown = tries > 0 ? problems : {};
  const change = (changed: Partial<TypedRefund>) => setTyped({ ...typed, ...changed });
  const send = async () => {
    if (!request) return;
    const what = JSON.stringify(request);
    if (sent.current.what !== what) sent.current = { key: randomUuid(), what };
    setFailure(null);
    onBusy(true);
    try {
      await callApi(recordRefund, { idempotencyKey: sent.current.key, body: request });
      showToast({ title: 'Refund Recorded', description: formatCents(request.amountCents) });
      onDone();
    } catch (error) {
      setFailure(error);
    } finally {
      onBusy(false);
    }
    await refresh();
  };
  return (
    <form
      ref={form}
      id={formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTries(tries + 1);
        once(send);
      }}
    >
      <Stack gap={4}>
        <p>
          Send the money back with the bank first. What you record here is shown to the buyer and cannot be
          changed afterwards.
        </p>
        {payments.length > 1 ? (
          <SelectField
            label="The payment"
            options={payments.map(({ transactionId, reference, amountCents, receivedAt }) => ({
              value: transactionId,
              label: `${reference}, ${formatCents(amountCents)}, ${formatDayAndTime(receivedAt)}`,
            }))}
            value={typed.transactionId}
            onChange={({ target }) =>
              change(ofPayment(payments.find(({ transactionId }) => transactionId === target.value)))
            }
          />
        ) : null}
        <Field
          label="Amount in KES"
          inputMode="decimal"
          hint={isPaid(order) ? undefined : 'A part of an order that is not paid is refunded as a whole.'}
          readOnly={!isPaid(order)}
          error={shown.amount}
          value={typed.amount}
          onChange={({ target }) => change({ amount: target.value })}
        />
        <RefundFields typed={typed} problems={shown} onTyped={change} />
        <TextAreaField
          label="Why it was refunded"
          hint="Stays with the order, with your name."
          maxLength={maxReasonLength}
          error={shown.reason}
          value={typed.reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
        {failure ? (
          <Notice tone="error" title="The refund is not recorded" error={failure}>
            {errorSentence(failure)} What you typed is still here.
          </Notice>
        ) : null}
      </Stack>
    </form>
  );
}

/** All that is left of a payment, as somebody would type it. */
function ofPayment(payment: RefundablePayment | undefined): Pick<TypedRefund, 'transactionId' | 'amount'> {
  return {
    transactionId: payment?.transactionId ?? '',
    amount: payment ? formatCents(payment.amountCents).replace(/^KES\s/, '') : '',
  };
}
