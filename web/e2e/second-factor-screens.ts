import type { Page } from 'playwright-core';
import { broken, type Screen, serverError, visit } from './screen.ts';
import { mockResponse, signIn } from './shop-states.ts';

const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const secret = {
  key,
  link: `otpauth://totp/Instruments%20%26%20Current:owner%40example.com?secret=${key}&issuer=Instruments%20%26%20Current`,
};
const codes = Array.from({ length: 10 }, (_, i) => `ABCD-EFGH-IJKL-MNO${'ABCDEFGHIJ'[i]}`);

/** The steps before the dashboard, mocked so that the shop's setting is not changed. */
export const secondFactorScreens: readonly Screen[] = [
  {
    name: 'second-factor-set-up',
    show: async (page) => {
      await openSetUp(page);
      await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    },
  },
  {
    name: 'second-factor-set-up-failed',
    expected: serverError,
    show: async (page) => {
      await mockResponse(page, '/api/auth/second-factor/begin', 500, broken);
      await signInWith(page, 'set_up');
      await visit(page, '/admin', 'Protect the Dashboard');
      await page.getByText('We could not prepare the code').waitFor();
    },
  },
  {
    name: 'second-factor-new-phone',
    show: async (page) => {
      await mockResponse(page, '/api/auth/second-factor/begin', 200, secret);
      await signIn(page, 'admin');
      await visit(page, '/admin/new-phone', 'Set Up a New Phone');
      await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    },
  },
  {
    name: 'second-factor-recovery-codes',
    show: async (page) => {
      await mockResponse(page, '/api/auth/second-factor/confirm', 200, { recoveryCodes: codes });
      await openSetUp(page);
      await page.getByLabel('Code', { exact: true }).fill('123456');
      await page.getByRole('button', { name: 'Confirm', exact: true }).click();
      await page.getByRole('heading', { name: 'Your Recovery Codes' }).waitFor();
    },
  },
  {
    name: 'second-factor-code',
    show: async (page) => {
      await signInWith(page, 'enter_code');
      await visit(page, '/admin', 'Confirm It Is You');
    },
  },
  {
    name: 'second-factor-code-empty',
    show: async (page) => {
      await signInWith(page, 'enter_code');
      await visit(page, '/admin', 'Confirm It Is You');
      await page.getByRole('button', { name: 'Open Dashboard' }).click();
      await page.getByText('or a recovery code', { exact: false }).first().waitFor();
    },
  },
];

async function signInWith(page: Page, step: 'set_up' | 'enter_code') {
  await signIn(page, 'admin');
  await mockResponse(page, '/api/auth/second-factor', 200, { step, codesLeft: 0 });
}

async function openSetUp(page: Page) {
  await mockResponse(page, '/api/auth/second-factor/begin', 200, secret);
  await signInWith(page, 'set_up');
  await visit(page, '/admin', 'Protect the Dashboard');
}
