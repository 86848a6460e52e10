import { type ReactNode, useState } from 'react';
import { useMatch } from 'react-router-dom';
import { useSecondFactor } from '#account/second-factor-queries.ts';
import { PromptSuspense } from '#components/page/prompt-suspense.tsx';
import { LoadFailure } from '#components/page/load-failure.tsx';
import { Page } from '#components/page/page.tsx';
import { LoadingForm } from './loading-form.tsx';
import { lazyPart } from '#lib/loading/lazy-part.ts';

/** Loaded only during sign-in, not with the dashboard. */
const SecondFactorSteps = lazyPart('SecondFactorSteps', () => import('./second-factor-steps.tsx'));

/**
 * Shows the dashboard once this sign-in has its second factor, which the database requires anyway; and at
 * `/admin/new-phone` how to replace it.
 */
export function SecondFactorGate({ userId, children }: { userId: string; children: ReactNode }) {
  const state = useSecondFactor(userId);
  // State of this component, so that the codes stay until they are saved, even if the dashboard could open meanwhile.
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const isNewPhone = useMatch('/admin/new-phone') !== null;
  const step = state.data?.step === 'none' && isNewPhone ? 'new_phone' : state.data?.step;
  if (step === 'none' && !codes) return children;
  const opening = <LoadingForm label="Opening the dashboard" />;
  if (step) {
    return (
      <PromptSuspense fallback={<Opening>{opening}</Opening>}>
        <SecondFactorSteps userId={userId} step={step} codes={codes} onCodes={setCodes} />
      </PromptSuspense>
    );
  }
  return (
    <Opening>
      {state.isError ? (
        <LoadFailure title="We could not open the dashboard" query={state}>
          The shop did not answer. Check your connection and try again.
        </LoadFailure>
      ) : (
        opening
      )}
    </Opening>
  );
}

function Opening({ children }: { children: ReactNode }) {
  return (
    <Page width="text" title="Admin Dashboard">
      {children}
    </Page>
  );
}
