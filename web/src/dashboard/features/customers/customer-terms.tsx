import type { CustomerDetails } from '@contract/admin-customers.ts';
import { companyNameField, pinField, termsDays } from '@contract/company.ts';
import { optionalWholeNumber } from '@contract/field-rules.ts';
import { typedFigure } from '@contract/typed-figure.ts';
import { type InferType, object } from 'yup';
import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { FormDialog } from '#dashboard/components/form-dialog.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useForm } from '#dashboard/lib/use-form.ts';
import { validated } from '#lib/forms/validated.ts';

const schema = object({
  days: termsDays,
  limit: optionalWholeNumber('The limit').min(0, 'Not below 0').max(99_999_999, 'The limit is too large'),
});
const newSchema = schema.shape({
  name: companyNameField(),
  pin: pinField().required('Enter the KRA PIN'),
  days: termsDays.required('Enter the days'),
});

type Wanted = InferType<typeof schema> & { name?: string; pin?: string };

/** @param id of an order or of the terms; without it, of an organisation that has not ordered yet */
const useTerms = (terms: CustomerDetails['terms'], id?: string) =>
  useForm({
    initial: { name: '', pin: '', days: String(terms?.days ?? ''), limit: String(terms?.limit ?? '') },
    read: (typed) =>
      validated<Wanted>(id ? schema : newSchema, {
        ...typed,
        days: typedFigure(typed.days),
        limit: typedFigure(typed.limit),
      }),
    send: ({ name, pin, days, limit }) =>
      callSql('set_customer_terms', {
        ...(id ? { p_id: id } : { p_pin: pin, p_name: name }),
        p_days: days ?? undefined,
        p_limit: limit ?? 0,
      }),
    onSent: (_, { days }) => showToast({ title: days ? 'Terms Saved' : 'Terms Removed' }),
  });

type TermsFieldsProps = Pick<ReturnType<typeof useTerms>, 'field'> & { hint?: string };

const TermsFields = ({ field, hint = '' }: TermsFieldsProps) => (
  <>
    <Field
      label="On account: days to pay"
      hint={`For orders from now on.${hint}`}
      inputMode="numeric"
      {...field('days')}
    />
    <Field
      label="Limit in KES"
      hint="Above it, whoever sends unpaid goods gives a reason."
      inputMode="numeric"
      {...field('limit')}
    />
  </>
);

type CustomerTermsProps = Pick<CustomerDetails, 'terms'> & {
  /** The confirmed address of the account that they are for; without it, of an organisation. */
  accountEmail?: string | null;
  id: string;
};

/** Puts a customer on account, or takes the terms away. */
export function CustomerTerms({ terms, id, accountEmail }: CustomerTermsProps) {
  const { props, field, failure, isBusy } = useTerms(terms, id);
  return (
    <form {...props} className="stack gap-3 at-start" aria-label="On account">
      {accountEmail === undefined ? null : (
        <p className="breaks">
          {accountEmail
            ? `Terms for the account of ${accountEmail}.`
            : 'Terms for an account that has not confirmed its e-mail address: anybody can have typed this contact.'}
        </p>
      )}
      <TermsFields field={field} hint=" Empty: paid first." />
      <NotSaved title="The terms are not saved" error={failure} />
      <Button type="submit" variant="secondary" busy={isBusy}>
        Save Terms
      </Button>
    </form>
  );
}

/** Puts an organisation on account before its first order. */
export function NewOnAccount({ onClose }: { onClose(): void }) {
  const form = useTerms(null);
  return (
    <FormDialog
      form={form}
      title="On account before the first order"
      confirmLabel="Save Terms"
      failureTitle="The terms are not saved"
      onClose={onClose}
    >
      <Field label="Organisation" autoComplete="off" {...form.field('name')} />
      <Field label="KRA PIN" autoCapitalize="characters" spellCheck={false} {...form.field('pin')} />
      <TermsFields field={form.field} />
    </FormDialog>
  );
}
