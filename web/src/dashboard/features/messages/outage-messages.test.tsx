import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { OutageMessages } from './messages-list.tsx';

test('what an outage left is sent with one press, which says first how many people may get it twice', async () => {
  let left = { ids: ['a', 'b', 'c'], people: 1 };
  const sent: unknown[] = [];
  answerDatabase((path, body) => {
    if (!path.endsWith('send_messages_again')) return left;
    sent.push(body);
    left = { ids: [], people: 0 };
    return 3;
  });
  const user = renderInShop(<OutageMessages />);
  await user.click(await screen.findByRole('button', { name: 'Send Again 3 Messages' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Up to 1 person may get it twice.');
  expect(sent).toEqual([]);
  // The one in the dialog.
  await user.click(screen.getAllByRole('button', { name: 'Send Again 3 Messages' }).at(-1)!);
  await expect.poll(() => sent).toEqual([{ p_ids: ['a', 'b', 'c'] }]);
  await expect.poll(() => screen.queryByRole('button', { name: /Send Again/ })).toBeNull();
});
