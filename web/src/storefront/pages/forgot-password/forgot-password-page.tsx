import { useLocation } from 'react-router-dom';
import { Page } from '#components/page/page.tsx';
import { ForgotPasswordForm } from '#storefront/features/account/forgot-password-form.tsx';

/** `/forgot-password`: sends a link by mail. The address typed on the login page is filled in. */
export function ForgotPasswordPage() {
  const { state } = useLocation();
  const typed = (state as { email?: unknown } | null)?.email;
  return (
    <Page
      width="form"
      title="Forgot Your Password"
      heading="Forgot Your Password?"
      subtitle="We will send you a link to choose a new one. Your cart and your orders are not affected."
    >
      <ForgotPasswordForm email={typeof typed === 'string' ? typed : ''} />
    </Page>
  );
}
