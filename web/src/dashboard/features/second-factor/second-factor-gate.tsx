import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { Page } from '../../../components/page.tsx';
import { Loading, Skeleton } from '../../../components/skeleton.tsx';
import { adminKey } from '../../lib/admin-queries.ts';
import { EnterCodeForm } from './enter-code-form.tsx';
import { RecoveryCodeList } from './recovery-codes.tsx';
import { useNewSecret, useSecondFactor } from './second-factor-queries.ts';
import { SetUpForm } from './set-up-form.tsx';

/** Shows the dashboard when this sign-in needs no second factor any more. The database demands it anyway. */
export function SecondFactorGate({ userId, children }: { userId: string; children: ReactNode }) {
  const state = useSecondFactor(userId);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const queryClient = useQueryClient();
  if (codes) {
    const open = async () => {
      await queryClient.invalidateQueries({ queryKey: [adminKey] });
      setCodes(null);
    };
    return (
      <Page
        width="text"
        title="Your Recovery Codes"
        subtitle="If you lose your phone, each of these ten codes opens the dashboard once."
      >
        <RecoveryCodeList codes={codes} onKept={() => void open()} />
      </Page>
    );
  }
  if (state.data?.step === 'none') return children;
  if (state.data?.step === 'enter_code') {
    return (
      <Page
        width="text"
        title="Confirm It Is You"
        subtitle="The dashboard opens with the code of your authenticator app."
      >
        <EnterCodeForm userId={userId} />
      </Page>
    );
  }
  if (state.data) return <SetUpPage userId={userId} onConfirmed={setCodes} />;
  return (
    <Page width="text" title="Admin Dashboard">
      {state.isError ? (
        <LoadFailure title="We could not open the dashboard" query={state}>
          The shop did not answer. Check your connection and try again.
        </LoadFailure>
      ) : (
        <LoadingForm label="Opening the dashboard" />
      )}
    </Page>
  );
}

function SetUpPage({ userId, onConfirmed }: { userId: string; onConfirmed(codes: string[]): void }) {
  const secret = useNewSecret(userId);
  return (
    <Page
      width="text"
      title="Protect the Dashboard"
      subtitle="Whoever learns your password gets no further: the dashboard also asks for a code from your phone."
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

function LoadingForm({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <Skeleton shape="heading" width="half" />
      <Skeleton />
    </Loading>
  );
}
