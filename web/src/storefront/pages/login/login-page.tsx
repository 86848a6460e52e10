import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { Page } from '../../../components/page.tsx';
import { usePerson } from '../../../account/account-queries.ts';
import { landingPageOf } from '../../../account/landing-page.ts';
import { LoginForm } from '../../../account/login-form.tsx';

/** `/login`: redirects users who are already signed in. */
export function LoginPage() {
  const user = usePerson();
  const navigate = useNavigate();
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
