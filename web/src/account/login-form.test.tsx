import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerApi, fillIn, findToast, messageUnder, renderInShop } from '../testing/render-in-shop.tsx';
import { LoginForm } from './login-form.tsx';

const email = () => screen.getByLabelText('Email Address');
const password = () => screen.getByLabelText('Password');
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Sign/ });

function openForm() {
  const onLogin = vi.fn();
  return { onLogin, user: renderInShop(<LoginForm onLogin={onLogin} />) };
}

test('an invalid e-mail address and a short password are reported under their fields, and nothing is sent', async () => {
  const { calls } = answerApi(500, '');
  const { user } = openForm();
  await user.type(email(), 'not an address');
  await user.type(password(), '12345{Enter}');
  expect(await screen.findByText('Invalid email address')).toBeTruthy();
  expect(messageUnder(email())).toBe('Invalid email address');
  expect(messageUnder(password())).toBe('Password must be at least 6 characters');
  expect(document.activeElement).toBe(email());
  expect(calls).toEqual([]);
});

test.each([
  [401, '', 'Invalid email or password'],
  [500, '', 'Login failed'],
  [403, { code: 'forbidden', message: 'The shop says no.' }, 'The shop says no.'],
  [401, { message: 'This account is closed.' }, 'This account is closed.'],
  [500, { message: 'Sign-in is being repaired.' }, 'Sign-in is being repaired.'],
  [500, { message: '' }, 'Login failed'],
  [500, 'null', 'Login failed'],
])('a failed login with status %s and body %j shows %s', async (status, body, message) => {
  answerApi(status, body);
  const { user, onLogin } = openForm();
  await fillIn(user, { 'Email Address': 'akinyi@example.com', Password: 'whatever-it-is' });
  await user.click(button());
  await findToast('Login Failed', message);
  expect(button().form?.textContent).toContain(message);
  expect(email()).toHaveProperty('value', 'akinyi@example.com');
  expect(password()).toHaveProperty('value', 'whatever-it-is');
  expect(onLogin).not.toHaveBeenCalled();
});

test('the button is disabled while the login runs', async () => {
  const person = { id: 'u1', name: 'Akinyi Odhiambo', role: 'customer' };
  const { calls, release } = answerApi(200, { user: person }, { hold: true });
  const { user, onLogin } = openForm();
  await fillIn(user, { 'Email Address': 'akinyi@example.com', Password: 'maji-na-mawe' });
  await user.dblClick(button());
  expect(await screen.findByText('Signing In...')).toBeTruthy();
  expect(button().disabled).toBe(true);
  release();
  await findToast('Login Successful', 'Welcome back!');
  expect(onLogin).toHaveBeenCalledExactlyOnceWith(person);
  expect(calls).toEqual([
    {
      method: 'POST',
      path: '/api/auth/login',
      body: { email: 'akinyi@example.com', password: 'maji-na-mawe' },
    },
  ]);
});

test('what the browser filled in without an event is sent', async () => {
  const { calls } = answerApi(401, '');
  const { user } = openForm();
  // A new value is set below React, which then does not know it.
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
  const fill = (field: HTMLElement, value: string) => set?.call(field, value);
  fill(email(), 'akinyi@example.com');
  fill(password(), 'whatever-it-is');
  await user.click(button());
  await expect.poll(() => calls).toHaveLength(1);
  expect(calls[0]?.body).toMatchObject({ email: 'akinyi@example.com', password: 'whatever-it-is' });
});
