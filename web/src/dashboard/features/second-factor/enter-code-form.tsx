import { type ProveSecondFactorRequest, proveSecondFactorSchema } from '@contract/second-factor.ts';
import { useAccountForm } from '#account/use-account-form.ts';
import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { useProveSecondFactor } from './second-factor-queries.ts';

/** The form for a code of the authenticator app, or a recovery code. */
export function EnterCodeForm({ userId }: { userId: string }) {
  const prove = useProveSecondFactor(userId);
  const { formProps, field, isBusy } = useAccountForm<ProveSecondFactorRequest>({
    initialValues: { code: '' },
    schema: proveSecondFactorSchema,
    send: async (request) => {
      await prove.mutateAsync(request);
    },
    failureTitle: 'Code Not Accepted',
  });
  return (
    <form {...formProps} className="stack gap-5" aria-label="Second factor">
      <Field
        label="Code"
        hint="6 digits from your authenticator app. Without your phone: one of your recovery codes."
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        {...field('code')}
      />
      <Button type="submit" size="large" busy={isBusy} className="self-start">
        {isBusy ? 'Checking...' : 'Open Dashboard'}
      </Button>
    </form>
  );
}
