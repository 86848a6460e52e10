import type { User } from '@contract/auth.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerApi, findToast, renderInShop } from '#testing/render-in-shop.tsx';
import { ProfileForm } from './profile-form.tsx';

const akinyi = {
  id: 'u1',
  name: 'Akinyi Odhiambo',
  phone: '0712345678',
  address: 'Milimani Estate, Kisumu',
} as User;

test('what is typed while the details are being saved stays; the others are shown as they were saved', async () => {
  const { calls, release } = answerApi(200, { user: { ...akinyi, phone: '+254722000111' } }, { hold: true });
  const user = renderInShop(<ProfileForm user={akinyi} />);
  const phone = screen.getByLabelText('Phone Number');
  const address = screen.getByLabelText('Address');
  await user.clear(phone);
  await user.type(phone, '0722000111');
  await user.click(screen.getByRole('button', { name: 'Save Details' }));
  await expect.poll(() => calls).toHaveLength(1);
  await user.type(address, ', Gate 4');
  release();
  await findToast('Details Saved', 'Your next checkout will be filled in with them.');
  expect(phone).toHaveProperty('value', '+254722000111');
  expect(address).toHaveProperty('value', 'Milimani Estate, Kisumu, Gate 4');
});
