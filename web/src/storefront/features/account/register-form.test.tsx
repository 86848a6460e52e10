import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerApi, fillIn, findToast, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { RegisterForm } from './register-form.tsx';

const newcomer = {
  'Full Name': 'Atieno Were',
  'Email Address': 'atieno@example.com',
  'Phone Number': '0722 000 111',
  Address: 'Milimani Estate, Kisumu',
  Password: 'lake-victoria',
};

async function send(over: Partial<typeof newcomer> = {}) {
  const user = renderInShop(<RegisterForm onRegister={() => {}} />);
  await fillIn(user, { ...newcomer, ...over });
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
}

test('a registration that fails without a message says Please try again', async () => {
  answerApi(500, '');
  await send();
  await findToast('Registration Failed', 'Please try again');
  expect(screen.getByLabelText('Full Name')).toHaveProperty('value', 'Atieno Were');
});

test('the message of a failed registration is shown, also when the shop did not send it', async () => {
  answerApi(503, { message: 'Registration opens again at noon.' });
  await send();
  await findToast('Registration Failed', 'Registration opens again at noon.');
});

test.each([
  ['Full Name', 'A', 'Name must be at least 2 characters'],
  ['Email Address', 'atieno@', 'Invalid email address'],
  ['Phone Number', '712345678', 'Phone number must be at least 10 digits'],
  ['Address', 'Kisumu', 'Address must be at least 10 characters'],
  ['Password', '12345', 'Password must be at least 6 characters'],
])(
  'with %s "%s" alone invalid the form is not sent, and the field gets the focus',
  async (label, typed, message) => {
    const { calls } = answerApi(500, '');
    await send({ [label]: typed });
    await screen.findByText(message);
    expect(messageUnder(screen.getByLabelText(label))).toBe(message);
    expect(document.activeElement).toBe(screen.getByLabelText(label));
    expect(calls).toEqual([]);
  },
);

test('an e-mail address that has an account is reported in a toast and under its field', async () => {
  const message = 'An account with this email already exists. Sign in instead.';
  answerApi(409, { code: 'email_taken', message });
  await send();
  await findToast('Registration Failed', message);
  expect(messageUnder(screen.getByLabelText('Email Address'))).toBe(message);
  expect(screen.getByLabelText('Full Name')).toHaveProperty('value', 'Atieno Were');
});
