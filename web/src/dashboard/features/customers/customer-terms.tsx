import type { CustomerDetails } from '@contract/admin-customers.ts';
import { termsDays } from '@contract/company.ts';
import { optionalWholeNumber } from '@contract/field-rules.ts';
import { typedFigure } from '@contract/typed-figure.ts';
import { object } from 'yup';
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

/** Puts a customer on account, or takes the terms away. */
export function CustomerTerms({ terms, orderId }: Pick<CustomerDetails, 'terms'> & { orderId: string }) {
  const { props, field, failure, isBusy } = useForm({
    initial: { days: String(terms?.days ?? ''), limit: String(terms?.limit ?? '') },
    read: ({ days, limit }) => validated(schema, { days: typedFigure(days), limit: typedFigure(limit) }),
    send: ({ days, limit }) =>
      callSql('set_customer_terms', { p_order_id: orderId, p_days: days ?? undefined, p_limit: limit ?? 0 }),
    onSent: (_, { days }) => showToast({ title: days ? 'Terms Saved' : 'Terms Removed' }),
  });
  return (
    <form {...props} className="stack gap-3 at-start" aria-label="On account">
      <Field
        label="On account: days to pay"
        hint="Of orders from now on. Empty: paid first."
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
      <Button type="submit" variant="secondary" busy={isBusy}>
        Save Terms
      </Button>
    </form>
  );
}
