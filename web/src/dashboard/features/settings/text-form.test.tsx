import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { TextForm } from './text-form.tsx';
import { fieldTools, formTools, putIn } from './text-tools.ts';

const text = 'How to bring it back.\n\n# Return window\nThirty days.';

function open(reply: () => unknown, page: 'returns' | 'home' = 'returns', begun = text) {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (address.endsWith('/change_shop_details')) sent.push(body);
    return reply();
  });
  const user = renderInShop(<TextForm page={page} text={begun} />);
  return { sent, user };
}

const area = (label = 'Returns & Refunds') => screen.getByLabelText<HTMLTextAreaElement>(label);

test('a text is saved with what was there before', async () => {
  const { sent, user } = open(() => ({}));
  await user.type(area(), '{Enter}- Unused');
  await user.click(screen.getByRole('button', { name: 'Save Text' }));
  await screen.findByText('Text Saved');
  expect(sent).toEqual([{ p_changes: { returns: `${text}\n- Unused` }, p_seen: { returns: text } }]);
});

test('somebody else’s change of the same page is not overwritten: what was typed stays', async () => {
  const { user } = open(() => refusedBySql('changed_meanwhile'));
  await user.type(area(), ' Or more.');
  await user.click(screen.getByRole('button', { name: 'Save Text' }));
  await screen.findByText(/Reload the page before you save/);
  expect(area().value).toBe(`${text} Or more.`);
});

test('the first page needs a slide', async () => {
  const { sent, user } = open(() => ({}), 'home', '- Fast | In a day');
  screen.getByText(/^A line with # begins a slide/);
  screen.getByRole('button', { name: 'Customer’s Words' });
  await user.click(screen.getByRole('button', { name: 'Save Text' }));
  await screen.findByText(/needs a slide/);
  expect(sent).toEqual([]);
  await user.type(area('Home'), '{Enter}# Power');
  await user.click(screen.getByRole('button', { name: 'Save Text' }));
  await screen.findByText('Text Saved');
});

test.each([
  ['List', 'One\nTwo', [0, 7], '- One\n- Two', ''],
  ['Heading', '- Was an entry', [5, 5], '# Was an entry', ''],
  ['Heading', 'a\n\nb', [2, 2], 'a\n# Heading\nb', 'Heading'],
  ['Bold', 'very good', [0, 4], '**very** good', ''],
  ['Link', 'See ', [4, 4], 'See [words](/returns)', 'words'],
  ['Phone number', 'Call . Soon', [5, 5], 'Call {phone}. Soon', ''],
  ['Phone numbers and e-mail', 'Ask:', [4, 4], 'Ask:\n{contact}\n', ''],
] as const)('%s is put into “%s”', (label, before, [from, to], after, selected) => {
  const field = document.body.appendChild(document.createElement('textarea'));
  field.value = before;
  field.setSelectionRange(from, to);
  putIn(
    field,
    [...formTools('returns'), ...fieldTools('returns')].find((tool) => tool.label === label)!,
  );
  expect(field.value).toBe(after);
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe(selected);
  field.remove();
});
