import { Navigate, useNavigate } from 'react-router-dom';
import { PageBody } from '../../../components/page-body.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { PageMeta } from '../../../components/page-meta.tsx';
import { useMe } from '../../../account/account-queries.ts';
import { RegisterForm } from '../../features/account/register-form.tsx';

/** `/register`: whoever is signed in already goes home. */
export function RegisterPage() {
  const { data: user } = useMe();
  const navigate = useNavigate();
  if (user) return <Navigate to="/" replace />;
  return (
    <PageBody width="form">
      <PageMeta title="Create Account" />
      <PageHeading
        title="Create Account"
        subtitle="You can also order without one; an account keeps your details and your orders."
      />
      <RegisterForm onRegister={() => navigate('/', { replace: true })} />
    </PageBody>
  );
}
