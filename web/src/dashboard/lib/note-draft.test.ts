import { expect, test } from 'vitest';
import { noNoteDraft, parseNoteDraft } from './note-draft.ts';

test('a stored note is restored with its idempotency key', () => {
  const draft = { text: 'Call first.', sent: { id: 'k', what: 'Call first.' } };
  expect(parseNoteDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
});

test('what an earlier release did not store has its default, and anything else is no draft', () => {
  expect(parseNoteDraft({ text: 'Call first.' })).toEqual({ ...noNoteDraft, text: 'Call first.' });
  for (const invalid of [
    null,
    'Call first.',
    [],
    { sent: { id: '', what: '' } },
    { text: 'a', sent: null },
  ]) {
    expect(parseNoteDraft(invalid)).toBeNull();
  }
});
