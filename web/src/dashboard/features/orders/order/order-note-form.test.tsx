import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerApi, renderInShop } from '../../../../testing/render-in-shop.tsx';
import { noNoteDraft, recallNoteDraft } from './order-note-draft.ts';
import { OrderNoteForm } from './order-note-form.tsx';

test('a note that is typed while another is being saved stays, stored as a new note', async () => {
  const { calls, release } = answerApi(201, {}, { hold: true });
  const user = renderInShop(<OrderNoteForm orderId="o1" />);
  const field = screen.getByLabelText<HTMLTextAreaElement>('Note for the shop');
  const add = () => user.click(screen.getByRole('button', { name: 'Add Note' }));
  await user.type(field, 'Call first.');
  await add();
  await expect.poll(() => calls.map(({ body }) => body)).toEqual([{ text: 'Call first.' }]);
  await user.clear(field);
  await user.type(field, 'Bring a ladder.');
  release();
  await screen.findByText('Note Added');
  expect(field.value).toBe('Bring a ladder.');
  expect(recallNoteDraft('o1')).toEqual({ ...noNoteDraft, text: 'Bring a ladder.' });

  await add();
  await expect.poll(() => field.value).toBe('');
  expect(calls[1]!.body).toEqual({ text: 'Bring a ladder.' });
  expect(recallNoteDraft('o1')).toEqual(noNoteDraft);
});
