import { Navigate } from 'react-router-dom';
import { Page } from '#components/page/page.tsx';
import { usePerson } from '#account/account-queries.ts';
import { useNavigateAfterReply } from '#lib/loading/use-navigate-after-reply.ts';
import { RegisterForm } from '#storefront/features/account/register-form.tsx';

/** `/register`: redirects users who are already signed in to the home page. */
export function RegisterPage() {
  const user = usePerson();
  const navigate = useNavigateAfterReply();
  if (user) return <Navigate to="/" replace />;
  return (
    <Page
      width="form"
      title="Create Account"
      subtitle="You can also order without one; an account keeps your details and your orders."
      isHidden
    >
      <RegisterForm onRegister={() => navigate('/', { replace: true })} />
    </Page>
  );
}
