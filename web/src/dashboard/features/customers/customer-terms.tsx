import type { CustomerDetails } from '@contract/admin-customers.ts';
import { companyNameField, pinField, termsDays } from '@contract/company.ts';
import { optionalWholeNumber } from '@contract/field-rules.ts';
import { typedFigure } from '@contract/typed-figure.ts';
import { type InferType, object } from 'yup';
import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
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

type CustomerTermsProps = Pick<CustomerDetails, 'terms'> & {
  /** The confirmed address of the account that they are for; without it, of an organisation. */
  accountEmail?: string | null;
  /** Of an order or of the terms; without it, of an organisation that has not ordered yet, in a dialog. */
  id?: string;
};

/** Puts a customer on account, or takes the terms away. */
export function CustomerTerms({ terms, id, accountEmail }: CustomerTermsProps) {
  const { props, field, failure, isBusy } = useForm({
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
  return (
    <form {...props} className={id && 'stack gap-3 at-start'} aria-label="On account">
      {id ? null : (
        <>
          <Field label="Organisation" autoComplete="off" {...field('name')} />
          <Field label="KRA PIN" autoCapitalize="characters" spellCheck={false} {...field('pin')} />
        </>
      )}
      {accountEmail === undefined ? null : (
        <p className="breaks">
          {accountEmail
            ? `Terms for the account of ${accountEmail}.`
            : 'Terms for an account that has not confirmed its e-mail address: anybody can have typed this contact.'}
        </p>
      )}
      <Field
        label="On account: days to pay"
        hint={`Of orders from now on.${id ? ' Empty: paid first.' : ''}`}
        inputMode="numeric"
        {...field('days')}
      />
      <Field
        label="Limit in KES"
        hint="A reason is asked to send more that is not paid."
        inputMode="numeric"
        {...field('limit')}
      />
      <NotSaved title="The terms are not saved" error={failure} />
      {id ? (
        <Button type="submit" variant="secondary" busy={isBusy}>
          Save Terms
        </Button>
      ) : null}
    </form>
  );
}
