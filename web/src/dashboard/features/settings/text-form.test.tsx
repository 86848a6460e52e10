import { screen, within } from '@testing-library/react';
import type { TextBlock } from '@contract/shop-texts.ts';
import { expect, test } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { TextForm } from './text-form.tsx';
import { checkedText } from './typed-text.ts';

const text: TextBlock[] = [
  { kind: 'lead', text: 'How to bring it back.' },
  { kind: 'heading', text: 'Return window' },
  { kind: 'contact', text: '' },
];

function open(reply: () => unknown) {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (address.endsWith('/change_shop_details')) sent.push(body);
    return reply();
  });
  return { sent, user: renderInShop(<TextForm page="returns" text={text} />) };
}

const press = (name: string) => screen.getByRole('button', { name });

test('blocks are added, moved and removed, and saved with what was there before', async () => {
  const { sent, user } = open(() => ({}));
  await user.click(press('Add a block below Block 2'));
  await user.type(screen.getByLabelText('Text of Block 3: Paragraph'), 'Thirty days.');
  await user.click(press('Move Block 3 up'));
  await user.click(press('Remove Block 4'));
  await user.click(press('Save Text'));
  await screen.findByText('Text Saved');
  expect(sent).toEqual([
    {
      p_changes: { returns: [text[0], { kind: 'paragraph', text: 'Thirty days.' }, text[1]] },
      p_seen: { returns: text },
    },
  ]);
});

test('an empty block is said to be empty and is not sent; parts of another page are not offered', async () => {
  const { sent, user } = open(() => ({}));
  await user.click(press('Add a Block'));
  await user.click(press('Save Text'));
  await screen.findByText('Block 4 (Paragraph) is empty: type its text, or remove it.');
  expect(sent).toEqual([]);
  const kinds = within(screen.getByLabelText('Block 4')).getAllByRole('option');
  expect(kinds.map((option) => option.getAttribute('value'))).toEqual([
    'lead',
    'heading',
    'subheading',
    'paragraph',
    'list',
    'steps',
    'table',
    'contact',
  ]);
});

test('somebody else’s change of the same page is not overwritten: what was typed stays', async () => {
  const { user } = open(() => refusedBySql('changed_meanwhile'));
  await user.type(screen.getByLabelText('Text of Block 2: Heading'), ', and more');
  await user.click(press('Save Text'));
  await screen.findByText(/Reload the page before you save/);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text of Block 2: Heading').value).toBe(
    'Return window, and more',
  );
});

test.each([
  ['steps', 'Tell us', /needs a \| between two texts in the line “Tell us”/],
  ['table', 'Days\nWhat | How long', /needs a caption, a line with two headers and a row/],
  ['table', 'Days\nWhat | How long\nA defect', /needs a \|/],
  ['list', ' \n ', /is empty/],
  ['paragraph', 'x'.repeat(5001), /longer than 5,000/],
] as const)('a block of %s with “%s” is refused with a sentence', (kind, typed, sentence) => {
  expect(checkedText([{ id: 1, kind, text: typed }])).toEqual({
    problem: expect.stringMatching(sentence) as string,
  });
});

test('a line break in a paragraph begins another, in a list another entry; invisible characters go', () => {
  const typed = [
    { id: 1, kind: 'paragraph', text: 'One.\n\nTwo.\u200b' },
    { id: 2, kind: 'list', text: ' a \n\nb' },
  ] as const;
  expect(checkedText(typed)).toEqual({
    text: [
      { kind: 'paragraph', text: 'One.' },
      { kind: 'paragraph', text: 'Two.' },
      { kind: 'list', text: 'a\nb' },
    ],
  });
  expect(checkedText([])).toEqual({ problem: 'A page needs at least one block.' });
});
