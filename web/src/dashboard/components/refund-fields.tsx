import { Field } from '#components/forms/field.tsx';
import { fieldsOf } from '#lib/forms/fields-of.ts';
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
  const field = fieldsOf(typed, onTyped, problems);
  return (
    <>
      <Field label="Day of the refund" type="date" min="2020-01-01" max={nairobiDay()} {...field('day')} />
      <Field label={referenceLabel} maxLength={100} {...field('bankReference')} />
    </>
  );
}
