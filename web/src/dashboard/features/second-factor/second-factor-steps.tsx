import { beginSecondFactor, type SecondFactorState } from '@contract/second-factor.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { EnterCodeForm } from '#account/enter-code-form.tsx';
import { secondFactorKey } from '#account/second-factor-queries.ts';
import { LoadFailure } from '#components/page/load-failure.tsx';
import { Page } from '#components/page/page.tsx';
import { adminKey } from '#dashboard/lib/admin-queries.ts';
import { LoadingForm } from './loading-form.tsx';
import { callApi } from '#lib/api/api-client.ts';
import { withPassword } from '#dashboard/lib/password-again.ts';
import { SetUpForm } from './set-up-form.tsx';
import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import styles from './second-factor.module.css';

type SecondFactorStepsProps = {
  userId: string;
  /** `new_phone`: the app is to be replaced. */
  step: SecondFactorState['step'] | 'new_phone';
  /** The new recovery codes, while they are shown. */
  codes: readonly string[] | null;
  onCodes: (codes: readonly string[] | null) => void;
};

/**
 * The steps between a sign-in and the dashboard: setting up the app and saving its recovery codes, or entering a code.
 */
export function SecondFactorSteps({ userId, step, codes, onCodes }: SecondFactorStepsProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  if (codes) {
    const open = async () => {
      await queryClient.invalidateQueries({ queryKey: [adminKey] });
      await queryClient.invalidateQueries({ queryKey: secondFactorKey(userId) });
      if (step === 'new_phone') navigate('/account', { replace: true });
      onCodes(null);
    };
    return (
      <Page
        width="text"
        title="Your Recovery Codes"
        subtitle="If you lose your phone, each of these ten codes opens the dashboard once."
      >
        <RecoveryCodeList codes={codes} onSaved={() => void open()} />
      </Page>
    );
  }
  if (step === 'enter_code') {
    return (
      <Page
        width="text"
        title="Confirm It Is You"
        subtitle="The dashboard opens with the code of your authenticator app."
      >
        <EnterCodeForm userId={userId} opens="Open Dashboard" />
      </Page>
    );
  }
  return <SetUpPage userId={userId} isNewPhone={step === 'new_phone'} onConfirmed={onCodes} />;
}

type SetUpPageProps = { userId: string; isNewPhone: boolean; onConfirmed(codes: string[]): void };

function SetUpPage({ userId, isNewPhone, onConfirmed }: SetUpPageProps) {
  // The same until this sign-in has confirmed it.
  const secret = useQuery({
    queryKey: [adminKey, 'second-factor-secret', userId],
    queryFn: ({ signal }) => withPassword(() => callApi(beginSecondFactor, { signal })),
    staleTime: Infinity,
    // In memory only while it is shown.
    gcTime: 0,
  });
  return (
    <Page
      width="text"
      title={isNewPhone ? 'Set Up a New Phone' : 'Protect the Dashboard'}
      subtitle={
        isNewPhone
          ? 'Once you confirm, the app on the old phone and your old recovery codes stop working.'
          : 'A stolen password is not enough: the dashboard also asks for a code from your phone.'
      }
    >
      {secret.data ? (
        <SetUpForm secret={secret.data} onConfirmed={onConfirmed} />
      ) : secret.isError ? (
        <LoadFailure title="We could not prepare the code" query={secret}>
          The shop did not answer. Check your connection and try again.
        </LoadFailure>
      ) : (
        <LoadingForm label="Preparing the code" />
      )}
    </Page>
  );
}

/** The recovery codes, which are shown once. */
function RecoveryCodeList({ codes, onSaved }: { codes: readonly string[]; onSaved(): void }) {
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => showToast({ title: 'Codes Copied' }),
      () => showToast({ title: 'Not Copied', description: 'Please write them down.', tone: 'destructive' }),
    );
  return (
    <>
      <Notice tone="warning" announce="none" title="They are shown only now">
        Print them or keep them in a password manager, not on the same phone.
      </Notice>
      <ul className={`mono card grid gap-5 gap-y-2 pad-4 ${styles.codes}`} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex gap-3 wrap">
        <Button variant="secondary" onClick={() => void copy()}>
          Copy Codes
        </Button>
        <Button onClick={onSaved}>I Have Saved Them</Button>
      </div>
    </>
  );
}
