import { visit, type Screen } from './screen.ts';
import { newcomer, signIn } from './shop-states.ts';

/** Signing in, and the account. */
export const accountScreens: readonly Screen[] = [
  { name: 'login', show: (page) => visit(page, '/login', 'Sign In') },
  {
    name: 'login-errors',
    show: async (page) => {
      await visit(page, '/login', 'Sign In');
      await page.locator('main').getByRole('button', { name: 'Sign In' }).click();
      await page.getByText('Invalid email address').waitFor();
    },
  },
  { name: 'register', show: (page) => visit(page, '/register', 'Create Account') },
  {
    name: 'register-errors',
    show: async (page) => {
      await visit(page, '/register', 'Create Account');
      await page.locator('main').getByRole('button', { name: 'Create Account' }).click();
      await page.getByText('Invalid email address').waitFor();
    },
  },
  { name: 'forgot-password', show: (page) => visit(page, '/forgot-password', 'Forgot Your Password?') },
  {
    name: 'forgot-password-sent',
    show: async (page) => {
      await visit(page, '/forgot-password', 'Forgot Your Password?');
      await page.getByLabel('Email Address').fill('nobody@example.com');
      await page.getByRole('button', { name: 'Send the Link' }).click();
      await page.getByText('Check your mail').first().waitFor();
    },
  },
  { name: 'reset-password', show: (page) => visit(page, '/reset-password', 'Choose a New Password') },
  {
    name: 'reset-password-expired',
    expected: [/status of 410/],
    show: async (page) => {
      await visit(page, '/reset-password#token=link', 'Choose a New Password');
      await page.getByLabel('New Password').fill('jiwe-la-msingi');
      await page.getByRole('button', { name: 'Save and Sign In' }).click();
      await page.getByText('This link no longer works').first().waitFor();
    },
  },
  {
    name: 'confirm-email-sign-in',
    show: (page) => visit(page, '/confirm-email#token=link', 'Confirm Your Address', 'main form'),
  },
  {
    name: 'join-staff-sign-in',
    show: (page) => visit(page, '/confirm-email?for=staff#token=link', 'Join the Staff', 'main form'),
  },
  {
    name: 'confirm-email-without-link',
    show: (page) => visit(page, '/confirm-email', 'Confirm Your Address', 'text=This page needs the link'),
  },
  {
    name: 'confirm-email',
    show: async (page) => {
      await signIn(page, 'customer');
      await visit(page, '/confirm-email#token=link', 'Confirm Your Address', 'text=Confirm This Address');
    },
  },
  {
    name: 'confirm-email-expired',
    expected: [/status of 410/],
    show: async (page) => {
      await signIn(page, 'customer');
      await visit(page, '/confirm-email#token=link', 'Confirm Your Address', 'text=Confirm This Address');
      await page.getByRole('button', { name: 'Confirm This Address' }).click();
      await page.getByText('This link does not work here').waitFor();
    },
  },
  {
    name: 'undo-change',
    show: (page) => visit(page, '/undo-change#token=link', 'Take Your Account Back', 'text=It Was Not Me'),
  },
  {
    name: 'undo-change-of-setting',
    show: (page) => visit(page, '/undo-change?for=settings#token=link', 'Undo the Change', 'text=Undo It'),
  },
  {
    name: 'undo-change-expired',
    expected: [/status of 410/],
    show: async (page) => {
      await visit(page, '/undo-change#token=link', 'Take Your Account Back', 'text=It Was Not Me');
      await page.getByRole('button', { name: 'It Was Not Me: Undo It' }).click();
      await page.getByText('This link no longer works').waitFor();
    },
  },
  {
    name: 'account-erase',
    show: async (page) => {
      await signIn(page, 'customer');
      await visit(page, '/account', 'My Account', 'main form');
      await page.getByRole('button', { name: 'Erase My Account' }).click();
      await page.getByText('Erasing your account cannot be undone').waitFor();
    },
  },
  {
    name: 'account-unconfirmed',
    show: async (page) => {
      await newcomer(page);
      await visit(page, '/account', 'My Account', 'text=Not confirmed yet');
    },
  },
  {
    name: 'account',
    show: async (page) => {
      await signIn(page, 'customer');
      await visit(page, '/account', 'My Account', 'main form');
    },
  },
  {
    name: 'account-devices',
    show: async (page) => {
      await newcomer(page, { devices: 3 });
      await visit(page, '/account', 'My Account', 'text=Sign Out Everywhere Else');
    },
  },
  {
    name: 'account-devices-failed',
    expected: [/status of 503/],
    show: async (page) => {
      await newcomer(page);
      await page.route('**/api/auth/sessions', (route) => route.fulfill({ status: 503, body: '{}' }));
      await visit(page, '/account', 'My Account', 'text=We could not load your devices');
    },
  },
];
