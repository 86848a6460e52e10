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
import { useAdminWrite } from '#dashboard/lib/admin-queries.ts';
import { useTypedFields } from '#lib/forms/use-typed-form.ts';
import { validated } from '#lib/forms/validated.ts';

const schema = object({
  days: termsDays,
  limit: optionalWholeNumber('The limit').min(0, 'Not below 0').max(99_999_999, 'The limit is too large'),
});
const checked = ({ days, limit }: Record<'days' | 'limit', string>) =>
  validated(schema, { days: typedFigure(days), limit: typedFigure(limit) });

/** Puts a customer on account, or takes the terms away. */
export function CustomerTerms({ terms, orderId }: Pick<CustomerDetails, 'terms'> & { orderId: string }) {
  const write = useAdminWrite((args: { p_days?: number; p_limit?: number }) =>
    callSql('set_customer_terms', { p_order_id: orderId, ...args }),
  );
  const { typed, field, ...form } = useTypedFields(
    { days: String(terms?.days ?? ''), limit: String(terms?.limit ?? '') },
    (now) => checked(now).problems,
    write.isPending,
  );
  const save = async () => {
    const { value } = checked(typed);
    if (!value) return;
    await write.mutateAsync({ p_days: value.days ?? undefined, p_limit: value.limit ?? 0 });
    showToast({ title: value.days ? 'Terms Saved' : 'Terms Removed' });
  };
  return (
    <form
      {...form.props}
      onSubmit={(event) => form.submit(save, event)}
      className="stack gap-3 at-start"
      aria-label="On account"
    >
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
      <NotSaved title="The terms are not saved" error={write.error} />
      <Button type="submit" variant="secondary" busy={write.isPending}>
        Save Terms
      </Button>
    </form>
  );
}
