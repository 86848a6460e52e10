import { maxReasonLength } from '@contract/admin-orders.ts';
import type { PaymentMethod } from '@contract/orders.ts';
import type { RefundLine } from '@contract/refunds.ts';
import { type ReactNode, useState } from 'react';
import { Field, TextAreaField } from '#components/forms/field.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { RefundFields } from '#dashboard/components/refund-fields.tsx';
import { FormDialog } from '#dashboard/components/form-dialog.tsx';
import type { callSql } from '#dashboard/lib/admin-database.ts';
import { useForm } from '#dashboard/lib/use-form.ts';
import {
  asksAboutReference,
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
  title: string;
  confirmLabel: string;
  /** The dialog stays open for the next one. */
  goesOn?: boolean;
  onClose(): void;
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
  read(typed: TypedRefund, chosen: string): { value?: RefundRequest; problems: RefundProblems };
  /** Of which pieces can be refunded with it; none when absent. */
  items?: readonly RefundableItem[];
  send(request: RefundArguments, chosen: string, lines: RefundLine[]): Promise<unknown>;
};

/** A dialog with the form. */
export function RefundFormDialog({
  texts,
  choices: now,
  items = [],
  read,
  send,
  goesOn = false,
  ...dialog
}: RefundFormProps) {
  // What is refunded in full is no choice any more, maybe before the dialog has closed.
  const [choices] = useState(now);
  const form = useForm({
    initial: { ...(choices[0] as RefundChoice).begins, id: choices[0]?.id ?? '', pieces: {} as TypedPieces },
    read: ({ id, pieces, ...typed }) => {
      const { value, problems } = read(typed, id);
      const { lines, problems: wrong } = typedLines(items, pieces);
      const all = { ...problems, ...wrong };
      return Object.keys(all).length > 0 || !value
        ? { problems: all }
        : { value: { ...value, id, lines }, problems };
    },
    send: ({ id, lines, ...request }, { id: key, failure }) =>
      send(
        {
          p_id: key,
          p_amount_cents: request.amountCents,
          p_day: request.day,
          p_method: request.method,
          p_bank_reference: request.bankReference,
          p_reason: request.reason,
          p_is_sure: asksAboutReference(failure),
        },
        id,
        lines,
      ),
    onSent: () => {
      showToast({ title: texts.done });
      return goesOn;
    },
  });
  const { typed, field, change } = form;
  const chosen = choices.find(({ id }) => id === typed.id) as RefundChoice;
  return (
    <FormDialog {...dialog} form={form} failureTitle={texts.failed}>
      <p>{texts.introduction}</p>
      {choices.length > 1 ? (
        <SelectField
          label={texts.choice}
          options={choices.map(({ id, label }) => ({ value: id, label }))}
          value={typed.id}
          onChange={({ target }) => {
            const next = choices.find(({ id }) => id === target.value) ?? chosen;
            change({ ...next.begins, id: next.id, reason: typed.reason });
          }}
        />
      ) : null}
      <RefundedPieces
        items={items}
        typed={typed.pieces}
        problemOf={form.problemOf}
        onTyped={(pieces) => {
          const { sum } = typedLines(items, pieces);
          // A typed amount stays as long as the pieces do.
          const isSame = chosen.isWhole || sum === typedLines(items, typed.pieces).sum;
          const amount = sum > 0 ? typedCents(Math.min(sum * 100, chosen.amountCents)) : chosen.begins.amount;
          change({ pieces, ...(!isSame && { amount }) });
        }}
      />
      <Field
        label="Amount in KES"
        inputMode="decimal"
        hint={chosen.isWhole ? texts.whole : texts.amountHint}
        readOnly={chosen.isWhole}
        {...field('amount')}
      />
      <RefundFields paidBy={chosen.paidBy} proposed={chosen.begins.method} field={field} />
      <TextAreaField
        label={texts.reason}
        hint="Stays with the refund, with your name; the buyer does not see it."
        maxLength={maxReasonLength}
        {...field('reason')}
      />
    </FormDialog>
  );
}
