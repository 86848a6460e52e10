import { useLocation } from 'react-router-dom';
import { Page } from '../../../components/page.tsx';
import { ForgotPasswordForm } from '../../features/account/forgot-password-form.tsx';

/** `/forgot-password`: a link by mail. What was typed on the login comes along. */
export function ForgotPasswordPage() {
  const { state } = useLocation();
  const typed = (state as { email?: unknown } | null)?.email;
  return (
    <Page
      width="form"
      title="Forgot Your Password"
      heading="Forgot Your Password?"
      subtitle="We send you a link to choose a new one. Your cart and your orders stay as they are."
    >
      <ForgotPasswordForm email={typeof typed === 'string' ? typed : ''} />
    </Page>
  );
}
