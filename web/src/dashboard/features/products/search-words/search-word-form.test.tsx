import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { fillIn, renderInShop } from '#testing/render-in-shop.tsx';
import { SearchWordForm } from './search-word-form.tsx';

test('what is typed while a word is being added stays', async () => {
  const adding = deferredPromise();
  answerDatabase(async () => {
    await adding.promise;
    return new Response(null, { status: 201 });
  });
  const user = renderInShop(<SearchWordForm />);
  const word = screen.getByLabelText<HTMLInputElement>('They type');
  await fillIn(user, { 'They type': 'kikapu', 'They mean': 'battery' });
  await user.click(screen.getByRole('button', { name: 'Add Word' }));
  await user.clear(word);
  await fillIn(user, { 'They type': 'paneli' });
  adding.release();
  await screen.findByText('Word Added');
  expect(word.value).toBe('paneli');
  await expect.poll(() => document.querySelector('[aria-busy]')).toBeNull();
});
