import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { fillIn, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { AddHolidayForm } from './bank-holidays.tsx';

test('what is typed while a holiday is being added stays', async () => {
  const adding = deferredPromise();
  answerDatabase(async () => {
    await adding.promise;
    return new Response(null, { status: 201 });
  });
  const user = renderInShop(<AddHolidayForm onAdded={() => {}} />);
  const holiday = screen.getByLabelText<HTMLInputElement>('Holiday');
  await fillIn(user, { Day: '2027-06-01', Holiday: 'Madaraka Day', Source: 'Gazette notice 1' });
  await user.click(screen.getByRole('button', { name: 'Add Holiday' }));
  await user.clear(holiday);
  await fillIn(user, { Holiday: 'Mashujaa Day' });
  adding.release();
  await screen.findByText('Holiday Added');
  expect(holiday.value).toBe('Mashujaa Day');
  await expect.poll(() => document.querySelector('[aria-busy]')).toBeNull();
});

test('after a holiday was added the form is empty but for the source, which is that of the other days', async () => {
  answerDatabase(() => new Response(null, { status: 201 }));
  const user = renderInShop(<AddHolidayForm onAdded={() => {}} />);
  await fillIn(user, { Day: '2027-06-01', Holiday: 'Madaraka Day', Source: 'Gazette notice 1' });
  await user.click(screen.getByRole('button', { name: 'Add Holiday' }));
  await screen.findByText('Holiday Added');
  const typed = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  expect(['Day', 'Holiday', 'Source'].map(typed)).toEqual(['', '', 'Gazette notice 1']);
  await expect.poll(() => document.querySelector('[aria-busy]')).toBeNull();
});

test('a holiday without a day, or on a day that has one, is refused', async () => {
  answerDatabase(() => Response.json({ code: '23505', message: 'duplicate key' }, { status: 409 }));
  const user = renderInShop(<AddHolidayForm onAdded={() => {}} />);
  const add = () => user.click(screen.getByRole('button', { name: 'Add Holiday' }));
  await add();
  expect(messageUnder(screen.getByLabelText('Day'))).toBe('Please choose a day from 2020 to 2099');
  await fillIn(user, { Day: '2027-12-27', Holiday: 'Day of mourning', Source: 'Gazette notice 1' });
  await add();
  await screen.findByText(/This day is a holiday already/);
  expect(screen.getByLabelText<HTMLInputElement>('Holiday').value).toBe('Day of mourning');
});
