import { Field } from '#components/forms/field.tsx';
import { optionsOf, SelectField } from '#components/forms/select-field.tsx';
import { nairobiDay } from '@contract/nairobi-time.ts';
import type { PaymentMethod } from '@contract/orders.ts';
import { isWithheld, paymentMethodLabels } from '@contract/payment-methods.ts';
import { referenceLabels } from '../lib/payment-reference.ts';
import type { TypedTransfer } from '../lib/typed-refund.ts';
import type { FieldOf } from '../lib/use-form.ts';

type RefundFieldsProps = {
  /** How the payment came. */
  paidBy: PaymentMethod;
  /** What is proposed: another way asks for the password. */
  proposed?: PaymentMethod;
  field: FieldOf<TypedTransfer>;
};

/** The day on which money went back, how, and the reference. */
export function RefundFields({ paidBy, proposed = paidBy, field }: RefundFieldsProps) {
  const method = field('method').value as PaymentMethod;
  const all = Object.keys({ [paidBy]: '', ...referenceLabels }) as PaymentMethod[];
  const methods = all.filter((way) => !isWithheld(way));
  return (
    <>
      <Field label="Day of the refund" type="date" min="2020-01-01" max={nairobiDay()} {...field('day')} />
      <SelectField
        label="How it went back"
        hint={
          method === proposed
            ? undefined
            : 'Another way asks for your password, if you have not given it in the last ten minutes.'
        }
        options={optionsOf(methods, paymentMethodLabels)}
        {...field('method')}
      />
      <Field
        label={method === 'card' ? 'The bank’s reference of the refund' : referenceLabels[method]}
        hint={method === 'cash' ? 'Optional.' : undefined}
        maxLength={100}
        {...field('bankReference')}
      />
    </>
  );
}
