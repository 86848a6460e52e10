import { useLocation } from 'react-router-dom';
import { Page } from '#components/page/page.tsx';
import { landingPageOf } from '#account/landing-page.ts';
import { useNavigateAfterReply } from '#lib/loading/use-navigate-after-reply.ts';
import { isRefusedLink, useLinkToken } from '#storefront/features/account/link-token.ts';
import { ResetPasswordForm } from '#storefront/features/account/reset-password-form.tsx';

/**
 * `/reset-password#token=…`: the page that the link in the mail opens. The platform's default mail links here with a
 * session in the fragment, or with its refusal.
 */
export function ResetPasswordPage() {
  const navigate = useNavigateAfterReply();
  const { hash } = useLocation();
  const token = useLinkToken('/reset-password');
  return (
    <Page
      width="form"
      title="Choose a New Password"
      subtitle={token ? 'You are signed in with it here, and signed out on every other device.' : undefined}
    >
      <ResetPasswordForm
        key={token}
        token={token}
        isRefused={isRefusedLink(hash)}
        onReset={(user) => navigate(landingPageOf(user), { replace: true })}
      />
    </Page>
  );
}
