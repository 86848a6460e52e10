import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Page } from '../../../components/page.tsx';
import { landingPageOf } from '../../../account/landing-page.ts';
import { ResetPasswordForm } from '../../features/account/reset-password-form.tsx';
import { resetTokenIn } from '../../features/account/reset-token.ts';

/** `/reset-password#token=…`: the page that the link in the mail opens. */
export function ResetPasswordPage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string | null>(null);
  const inAddress = resetTokenIn(hash);

  // Kept in memory only, not in the address or the history, which may be shared or synchronised.
  if (inAddress && inAddress !== token) setToken(inAddress);
  useEffect(() => {
    if (inAddress) navigate('/reset-password', { replace: true });
  }, [inAddress, navigate]);

  return (
    <Page
      width="form"
      title="Choose a New Password"
      subtitle={
        (inAddress ?? token)
          ? 'You are signed in with it here, and signed out on every other device.'
          : undefined
      }
    >
      <ResetPasswordForm
        key={inAddress ?? token}
        token={inAddress ?? token}
        onReset={(user) => navigate(landingPageOf(user), { replace: true })}
      />
    </Page>
  );
}
