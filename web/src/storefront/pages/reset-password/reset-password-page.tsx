import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Page } from '../../../components/page.tsx';
import { landingPageOf } from '../../../account/landing-page.ts';
import { ResetPasswordForm } from '../../features/account/reset-password-form.tsx';
import { resetTokenIn } from '../../features/account/reset-token.ts';

/** `/reset-password#token=…`: where the mail's link leads. */
export function ResetPasswordPage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string | null>(null);
  const inAddress = resetTokenIn(hash);

  // Held by this page alone: out of the address, the history and whatever is shared or synchronised of them.
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
