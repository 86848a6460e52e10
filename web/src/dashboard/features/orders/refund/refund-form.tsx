import { maxReasonLength } from '@contract/admin-orders.ts';
import { type ReactNode, useId, useRef, useState } from 'react';
import { ConfirmDialog } from '#components/overlays/dialog.tsx';
import { Field, TextAreaField } from '#components/forms/field.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { randomUuid } from '#lib/api/random-uuid.ts';
import { useFocusOnFirstInvalid } from '#lib/forms/use-focus-on-first-invalid.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { RefundFields } from '#dashboard/components/refund-fields.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { useRefreshAdmin } from '#dashboard/lib/admin-queries.ts';
import {
  dayProblem,
  type RefundProblems,
  type RefundRequest,
  type TypedRefund,
} from '#dashboard/lib/typed-refund.ts';

/** A payment to refund, or a refund to correct, with the form's initial values. */
type RefundChoice = {
  id: string;
  label: string;
  begins: TypedRefund;
  /** Refunded in full: the amount cannot be changed. */
  isWhole: boolean;
};

/** What `record_refund` and `correct_refund` in SQL take alike; a request repeated after a lost reply has the same id. */
type RefundArguments = {
  p_id: string;
  p_amount_cents: number;
  p_day: string;
  p_bank_reference: string;
  p_reason: string;
};

type RefundFormProps = {
  texts: {
    introduction: ReactNode;
    choice: string;
    whole: string;
    amountHint?: string;
    reason: string;
    done: string;
    failed: string;
  };
  /** At least one. */
  choices: readonly RefundChoice[];
  read(typed: TypedRefund, chosen: string): { request?: RefundRequest; problems: RefundProblems };
  send(request: RefundArguments, chosen: string): Promise<unknown>;
  onDone(): void;
};

type RefundFormDialogProps = RefundFormProps & {
  isOpen: boolean;
  title: string;
  confirmLabel: string;
};

/** A dialog with the form, which is reset when the dialog is closed. */
export function RefundFormDialog({ isOpen, title, confirmLabel, ...form }: RefundFormDialogProps) {
  const formId = useId();
  const [isBusy, setIsBusy] = useState(false);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={title}
      confirmLabel={confirmLabel}
      formId={formId}
      busy={isBusy}
      onClose={form.onDone}
    >
      {isOpen ? <RefundForm {...form} formId={formId} onBusy={setIsBusy} /> : null}
    </ConfirmDialog>
  );
}

function RefundForm({
  texts,
  choices,
  read,
  send,
  formId,
  onBusy,
  onDone,
}: RefundFormProps & { formId: string; onBusy(isBusy: boolean): void }) {
  const refresh = useRefreshAdmin();
  const once = useOnce();
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef({ key: '', what: '' });
  const [failure, setFailure] = useState<{ error: unknown; day: string } | null>(null);
  const [submitCount, setSubmitCount] = useState(0);
  const [chosen, setChosen] = useState(choices[0]);
  const [typed, setTyped] = useState<TypedRefund | undefined>(choices[0]?.begins);
  useFocusOnFirstInvalid(form, { submitCount, isSubmitting: false });
  if (!chosen || !typed) return null;
  const { request, problems } = read(typed, chosen.id);
  const shown = submitCount > 0 ? { ...problems } : {};
  if (failure?.day === typed.day) shown.day ??= dayProblem(failure.error);
  const change = (changed: Partial<TypedRefund>) => setTyped({ ...typed, ...changed });
  const choose = (id: string) => {
    const next = choices.find((choice) => choice.id === id) ?? chosen;
    setChosen(next);
    setTyped({ ...next.begins, reason: typed.reason });
  };
  const submit = async () => {
    if (!request) return;
    const what = JSON.stringify([chosen.id, request]);
    if (sent.current.what !== what) sent.current = { key: randomUuid(), what };
    setFailure(null);
    onBusy(true);
    try {
      await send(
        {
          p_id: sent.current.key,
          p_amount_cents: request.amountCents,
          p_day: request.day,
          p_bank_reference: request.bankReference,
          p_reason: request.reason,
        },
        chosen.id,
      );
      showToast({ title: texts.done });
      onDone();
    } catch (error) {
      setFailure({ error, day: typed.day });
    } finally {
      onBusy(false);
    }
    void refresh();
  };
  return (
    <form
      ref={form}
      id={formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setSubmitCount(submitCount + 1);
        once(submit);
      }}
    >
      <div className="stack gap-4">
        <p>{texts.introduction}</p>
        {choices.length > 1 ? (
          <SelectField
            label={texts.choice}
            options={choices.map(({ id, label }) => ({ value: id, label }))}
            value={chosen.id}
            onChange={({ target }) => choose(target.value)}
          />
        ) : null}
        <Field
          label="Amount in KES"
          inputMode="decimal"
          hint={chosen.isWhole ? texts.whole : texts.amountHint}
          readOnly={chosen.isWhole}
          error={shown.amount}
          value={typed.amount}
          onChange={({ target }) => change({ amount: target.value })}
        />
        <RefundFields typed={typed} problems={shown} onTyped={change} />
        <TextAreaField
          label={texts.reason}
          hint="Stays with the order, with your name."
          maxLength={maxReasonLength}
          error={shown.reason}
          value={typed.reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
        <NotSaved title={texts.failed} error={failure?.error} />
      </div>
    </form>
  );
}
