import type { User } from '@contract/auth.ts';
import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { EnterCodeForm } from '#account/enter-code-form.tsx';
import { LoginForm } from '#account/login-form.tsx';
import { SetUpForm } from '../dashboard/features/second-factor/set-up-form.tsx';
import { PasswordDialog } from '../dashboard/pages/password-dialog.tsx';
import { ChangeEmailForm } from '../storefront/features/account/change-email-form.tsx';
import { ChangePasswordForm } from '../storefront/features/account/change-password-form.tsx';
import { ConfirmEmail } from '../storefront/features/account/confirm-email.tsx';
import { EraseAccount } from '../storefront/features/account/erase-account.tsx';
import { ForgotPasswordForm } from '../storefront/features/account/forgot-password-form.tsx';
import { ProfileForm } from '../storefront/features/account/profile-form.tsx';
import { RegisterForm } from '../storefront/features/account/register-form.tsx';
import { ResetPasswordForm } from '../storefront/features/account/reset-password-form.tsx';
import { UndoChange } from '../storefront/features/account/undo-change.tsx';
import { ClaimOrderForm } from '../storefront/features/orders/claim/claim-order-form.tsx';
import { FindOrderForm } from '../storefront/features/orders/find/find-order-form.tsx';
import { answerApi, fillIn, renderInShop } from '../testing/render-in-shop.tsx';

const akinyi = {
  id: 'u1',
  name: 'Akinyi Odhiambo',
  email: 'akinyi@example.com',
  phone: '0712345678',
  address: 'Milimani Estate, Kisumu',
  role: 'customer',
} as User;

const nothing = () => {};
const code = { Code: '123456' };
const email = { 'Email Address': 'akinyi@example.com' };
const orderId = '5e7f06f8-0000-4000-8000-000000000001';
const secret = { key: 'JBSWY3DPEHPK3PXP', link: 'otpauth://totp/shop?secret=JBSWY3DPEHPK3PXP' };

/** Name, the form, what is typed, and its button. */
const forms: [string, ReactNode, Record<string, string>, string][] = [
  ['login', <LoginForm onLogin={nothing} />, { ...email, Password: 'maji-na-mawe' }, 'Sign In'],
  [
    'register',
    <RegisterForm onRegister={nothing} />,
    {
      'Full Name': 'Atieno Were',
      ...email,
      'Phone Number': '0722000111',
      Address: 'Milimani Estate, Kisumu',
      Password: 'lake-victoria',
    },
    'Create Account',
  ],
  ['forgot password', <ForgotPasswordForm />, email, 'Send the Link'],
  [
    'reset password',
    <ResetPasswordForm token="t" isRefused={false} onReset={nothing} />,
    { 'New Password': 'lake-victoria' },
    'Save and Sign In',
  ],
  [
    'change password',
    <ChangePasswordForm email="akinyi@example.com" role="customer" />,
    { 'Current Password': 'maji-na-mawe', 'New Password': 'lake-victoria' },
    'Change Password',
  ],
  [
    'change e-mail',
    <ChangeEmailForm user={akinyi} />,
    { 'New E-mail Address': 'new@example.com', 'Your Password': 'maji-na-mawe' },
    'Change E-mail Address',
  ],
  ['profile', <ProfileForm user={akinyi} />, {}, 'Save Details'],
  ['erase', <EraseAccount onErased={nothing} />, { 'Password to Erase': 'maji-na-mawe' }, 'Erase for Good'],
  ['confirm address', <ConfirmEmail token="t" user={akinyi} />, {}, 'Confirm This Address'],
  ['undo a change', <UndoChange token="t" />, {}, 'It Was Not Me: Undo It'],
  ['undo a change of a setting', <UndoChange token="t" isSetting />, {}, 'Undo It'],
  [
    'find order',
    <FindOrderForm onFound={nothing} />,
    { 'Order Number': '#IC-5E7F06F8', 'Email or Phone': 'akinyi@example.com' },
    'Find My Order',
  ],
  [
    'claim order',
    <ClaimOrderForm orderId={orderId} number="#5E7F06F8" />,
    { 'Email or phone on this order': 'akinyi@example.com' },
    'Add to My Account',
  ],
  ['second factor', <EnterCodeForm userId="u1" opens="Continue" />, code, 'Continue'],
  ['set up a second factor', <SetUpForm secret={secret} onConfirmed={nothing} />, code, 'Confirm'],
  [
    'password again',
    <PasswordDialog email="akinyi@example.com" isOpen onAnswer={nothing} />,
    { Password: 'maji-na-mawe' },
    'Continue',
  ],
];

test.each(forms)('a failure of %s stands in the form too, where it stays', async (_, form, typed, label) => {
  const sentence = 'The shop is being repaired.';
  answerApi(503, { message: sentence });
  const user = renderInShop(<main>{form}</main>);
  const openButton = screen.queryByRole('button', { name: 'Erase My Account' });
  if (openButton) await user.click(openButton);
  await fillIn(user, typed);
  await user.click(screen.getByRole('button', { name: label }));
  const toasts = screen.getByRole('region', { name: 'Notifications (F8)', hidden: true });
  await within(toasts).findByText(sentence);
  const shown = screen.getAllByText(sentence).filter((text) => !toasts.contains(text));
  expect(shown).toHaveLength(1);
});
