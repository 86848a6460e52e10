import { Navigate, useLocation } from 'react-router-dom';
import { Page } from '#components/page/page.tsx';
import { usePerson } from '#account/account-queries.ts';
import { landingPageOf } from '#account/landing-page.ts';
import { LoginForm } from '#account/login-form.tsx';
import { useNavigateAfterReply } from '#lib/loading/use-navigate-after-reply.ts';

/** `/login`: redirects users who are already signed in. */
export function LoginPage() {
  const user = usePerson();
  const navigate = useNavigateAfterReply();
  const { state } = useLocation();
  if (user) return <Navigate to={landingPageOf(user, state)} replace />;
  return (
    <Page
      width="form"
      title="Sign In"
      subtitle="See your orders and check out with your details filled in."
      isHidden
    >
      <LoginForm onLogin={(signedIn) => navigate(landingPageOf(signedIn, state), { replace: true })} />
    </Page>
  );
}
