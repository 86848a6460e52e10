import { Field, FieldFrame } from '#components/forms/field.tsx';
import { nairobiDay } from '@contract/nairobi-time.ts';
import type { RefundProblems, TypedTransfer } from '../lib/typed-refund.ts';

type RefundFieldsProps = {
  referenceLabel?: string | undefined;
  typed: TypedTransfer;
  problems: RefundProblems;
  onTyped(changed: Partial<TypedTransfer>): void;
};

/** The day of the transfer and its reference. */
export function RefundFields({
  referenceLabel = 'The bank’s reference of the refund',
  typed,
  problems,
  onTyped,
}: RefundFieldsProps) {
  return (
    <>
      <FieldFrame id={undefined} label="Day of the refund" error={problems.day}>
        {(control) => (
          <input
            type="date"
            min="2020-01-01"
            max={nairobiDay()}
            {...control}
            value={typed.day}
            onChange={({ target }) => onTyped({ day: target.value })}
          />
        )}
      </FieldFrame>
      <Field
        label={referenceLabel}
        maxLength={100}
        error={problems.bankReference}
        value={typed.bankReference}
        onChange={({ target }) => onTyped({ bankReference: target.value })}
      />
    </>
  );
}
