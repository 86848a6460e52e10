import { expect, test } from 'vitest';
import { noNoteDraft, parseNoteDraft } from './order-note-draft.ts';

test('a stored note comes back with the key under which it was sent', () => {
  const draft = { text: 'Call first.', sent: { text: 'Call first.', key: 'k' } };
  expect(parseNoteDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
});

test('the words of a damaged draft are kept, and anything else is no draft', () => {
  expect(parseNoteDraft({ text: 'Call first.', sent: { key: 7 } })).toEqual({
    ...noNoteDraft,
    text: 'Call first.',
  });
  for (const torn of [null, 'Call first.', [], { sent: { text: '', key: '' } }]) {
    expect(parseNoteDraft(torn)).toBeNull();
  }
});
