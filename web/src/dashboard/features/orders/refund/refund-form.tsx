import { maxReasonLength } from '@contract/admin-orders.ts';
import type { PaymentMethod } from '@contract/orders.ts';
import type { RefundLine } from '@contract/refunds.ts';
import { type ReactNode, useRef, useState } from 'react';
import { Field, TextAreaField } from '#components/forms/field.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { nothingSent, withIdempotencyKey } from '#dashboard/lib/sent-request.ts';
import { fieldsOf } from '#lib/forms/fields-of.ts';
import { RefundFields } from '#dashboard/components/refund-fields.tsx';
import { FormDialog, useDialogForm } from '#dashboard/components/form-dialog.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import type { callSql } from '#dashboard/lib/admin-database.ts';
import { useRefreshAdmin } from '#dashboard/lib/admin-queries.ts';
import {
  asksAboutReference,
  dayProblem,
  typedCents,
  type RefundProblems,
  type RefundRequest,
  type TypedRefund,
} from '#dashboard/lib/typed-refund.ts';
import { type RefundableItem, RefundedPieces, typedLines, type TypedPieces } from './refunded-pieces.tsx';

/** A payment to refund, or a refund to correct, with the form's initial values. */
type RefundChoice = {
  id: string;
  /** What can be given back of the payment; of a refund, what was. */
  amountCents: number;
  label: string;
  begins: TypedRefund;
  /** Refunded in full: the amount cannot be changed. */
  isWhole: boolean;
  paidBy: PaymentMethod;
};

/** What `record_refund` and `correct_refund` in SQL take alike; a request repeated after a lost reply has the same id. */
type RefundArguments = Omit<Parameters<typeof callSql<'correct_refund'>>[1], 'p_refund_id'>;

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
  /** Of which pieces can be refunded with it; none when absent. */
  items?: readonly RefundableItem[];
  send(request: RefundArguments, chosen: string, lines: RefundLine[]): Promise<unknown>;
  onDone(): void;
};

type RefundFormDialogProps = RefundFormProps & {
  isOpen: boolean;
  title: string;
  confirmLabel: string;
};

/** A dialog with the form, which is reset when the dialog is closed. */
export function RefundFormDialog({ isOpen, title, confirmLabel, ...form }: RefundFormDialogProps) {
  return (
    <FormDialog isOpen={isOpen} title={title} confirmLabel={confirmLabel} onClose={form.onDone}>
      <RefundForm {...form} />
    </FormDialog>
  );
}

function RefundForm({ texts, choices, items = [], read, send, onDone }: RefundFormProps) {
  const refresh = useRefreshAdmin();
  const form = useDialogForm();
  const sent = useRef(nothingSent);
  const [failure, setFailure] = useState<{ error: unknown; day: string } | null>(null);
  const [chosen, setChosen] = useState(choices[0]);
  const [typed, setTyped] = useState<TypedRefund | undefined>(choices[0]?.begins);
  const [pieces, setPieces] = useState<TypedPieces>({});
  if (!chosen || !typed) return null;
  const { request, problems } = read(typed, chosen.id);
  const { lines, problems: pieceProblems } = typedLines(items, pieces);
  const shown = form.isTried ? { ...problems } : {};
  if (failure?.day === typed.day) shown.day ??= dayProblem(failure.error);
  const change = (changed: Partial<TypedRefund>) => setTyped({ ...typed, ...changed });
  const field = fieldsOf(typed, change, shown);
  const choose = (id: string) => {
    const next = choices.find((choice) => choice.id === id) ?? chosen;
    setChosen(next);
    setTyped({ ...next.begins, reason: typed.reason });
  };
  const submit = async () => {
    if (!request || Object.keys(pieceProblems).length > 0) return;
    const now = withIdempotencyKey(sent.current, [chosen.id, request, lines]);
    const isSure = now === sent.current && asksAboutReference(failure?.error);
    sent.current = now;
    setFailure(null);
    try {
      await send(
        {
          p_id: now.id,
          p_amount_cents: request.amountCents,
          p_day: request.day,
          p_method: request.method,
          p_bank_reference: request.bankReference,
          p_reason: request.reason,
          p_is_sure: isSure,
        },
        chosen.id,
        lines,
      );
      showToast({ title: texts.done });
      onDone();
    } catch (error) {
      setFailure({ error, day: typed.day });
    }
    void refresh();
  };
  return (
    <form {...form.props} onSubmit={(event) => form.submit(submit, event)}>
      <p>{texts.introduction}</p>
      {choices.length > 1 ? (
        <SelectField
          label={texts.choice}
          options={choices.map(({ id, label }) => ({ value: id, label }))}
          value={chosen.id}
          onChange={({ target }) => choose(target.value)}
        />
      ) : null}
      <RefundedPieces
        items={items}
        typed={pieces}
        problems={form.isTried ? pieceProblems : {}}
        onTyped={(now) => {
          setPieces(now);
          const { sum } = typedLines(items, now);
          // A typed amount stays as long as the pieces do.
          if (!chosen.isWhole && sum !== typedLines(items, pieces).sum)
            change({
              amount: sum > 0 ? typedCents(Math.min(sum * 100, chosen.amountCents)) : chosen.begins.amount,
            });
        }}
      />
      <Field
        label="Amount in KES"
        inputMode="decimal"
        hint={chosen.isWhole ? texts.whole : texts.amountHint}
        readOnly={chosen.isWhole}
        {...field('amount')}
      />
      <RefundFields
        paidBy={chosen.paidBy}
        proposed={chosen.begins.method}
        typed={typed}
        problems={shown}
        onTyped={change}
      />
      <TextAreaField
        label={texts.reason}
        hint="Stays with the refund, with your name; the buyer does not see it."
        maxLength={maxReasonLength}
        {...field('reason')}
      />
      <NotSaved title={texts.failed} error={failure?.error} />
    </form>
  );
}
