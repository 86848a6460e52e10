import { useQuery } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { fillIn, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { adminKey } from '#dashboard/lib/admin-queries.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { nothingSent } from '#dashboard/lib/sent-request.ts';
import { NoteForm, noteDraft } from './note-form.tsx';

const form = (
  <NoteForm
    about="o1"
    label="Note for the shop"
    save={(id, text) => callSql('add_order_note', { p_order_id: 'o1', p_id: id, p_text: text })}
  />
);

/** Answers every note; returns those that were sent. */
function takeNotes(isSaved: (count: number) => unknown = () => null) {
  const sent: { p_id: string; p_text: string }[] = [];
  answerDatabase(async (_, body) => {
    sent.push(body as (typeof sent)[number]);
    await isSaved(sent.length);
    return {};
  });
  return sent;
}

test('a note that is typed while another is being saved stays, stored as a new note', async () => {
  const saving = deferredPromise();
  const sent = takeNotes(() => saving.promise);
  const user = renderInShop(form);
  const field = screen.getByLabelText<HTMLTextAreaElement>('Note for the shop');
  const add = () => user.click(screen.getByRole('button', { name: 'Add Note' }));
  await user.type(field, 'Call first.');
  await add();
  await expect.poll(() => sent.map(({ p_text }) => p_text)).toEqual(['Call first.']);
  await user.clear(field);
  await user.type(field, 'Bring a ladder.');
  saving.release();
  await screen.findByText('Note Added');
  expect(field.value).toBe('Bring a ladder.');
  expect(noteDraft('o1').recall()).toEqual({ typed: { text: 'Bring a ladder.' }, sent: nothingSent });

  await add();
  await expect.poll(() => field.value).toBe('');
  expect(sent[1]).toMatchObject({ p_order_id: 'o1', p_text: 'Bring a ladder.' });
  expect(noteDraft('o1').recall()).toBeNull();
});

/** Other data of the dashboard, which is never read to the end. */
function SlowData() {
  useQuery({ queryKey: [adminKey, 'slow'], queryFn: () => new Promise(() => {}) });
  return null;
}

test('the next note can be added while other data of the page is still being read', async () => {
  const sent = takeNotes();
  const user = renderInShop(
    <>
      {form}
      <SlowData />
    </>,
  );
  for (const note of ['Call first.', 'Bring a ladder.']) {
    await user.type(screen.getByLabelText('Note for the shop'), note);
    await user.click(screen.getByRole('button', { name: 'Add Note' }));
    await expect.poll(() => sent.at(-1)?.p_text).toBe(note);
  }
});

test('an empty note is refused at its field', async () => {
  const user = renderInShop(form);
  const field = screen.getByLabelText('Note for the shop');
  await user.click(screen.getByRole('button', { name: 'Add Note' }));
  await expect.poll(() => messageUnder(field)).toBe('Please write a note');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
});

test('a typed note is kept when the connection is lost and the page is left, and is added once', async () => {
  const sent = takeNotes((count) => {
    if (count === 1) throw new TypeError('Failed to fetch');
  });
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('Note for the shop');
  const text = 'Called: the gate is blue.\nAsk for Mama Njeri.';
  const user = renderInShop(form);
  await fillIn(user, { 'Note for the shop': text });
  await user.click(screen.getByRole('button', { name: 'Add Note' }));
  await screen.findByText(/^No answer came/);
  cleanup();

  const later = renderInShop(form);
  expect(field().value).toBe(text);
  await later.dblClick(screen.getByRole('button', { name: 'Add Note' }));
  await screen.findByText('Note Added');
  // The shop knows by the key that it is the same note.
  expect(sent.map(({ p_id }) => p_id)).toEqual([sent[0]?.p_id, sent[0]?.p_id]);
  expect(field().value).toBe('');
  cleanup();
  renderInShop(form);
  expect(field().value).toBe('');
});
