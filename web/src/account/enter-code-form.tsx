import { type ProveSecondFactorRequest, proveSecondFactorSchema } from '@contract/second-factor.ts';
import { Button } from '../components/forms/button.tsx';
import { Field } from '../components/forms/field.tsx';
import { useProveSecondFactor } from './second-factor-queries.ts';
import { useAccountForm } from './use-account-form.tsx';

/** The form for a code of the authenticator app, or a recovery code. @param opens what the button says */
export function EnterCodeForm({ userId, opens }: { userId: string; opens: string }) {
  const prove = useProveSecondFactor(userId);
  const { formProps, field, failure, isBusy } = useAccountForm<ProveSecondFactorRequest>({
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
      {failure}
      <Button type="submit" size="large" busy={isBusy} className="self-start">
        {isBusy ? 'Checking...' : opens}
      </Button>
    </form>
  );
}
