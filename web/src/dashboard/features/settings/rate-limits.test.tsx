import type { RateLimit } from '@contract/rate-limits.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '../../../testing/answer-database.ts';
import { held } from '../../../testing/held.ts';
import { messageUnder, renderInShop } from '../../../testing/render-in-shop.tsx';
import { limitName } from '../../lib/limit-text.ts';
import { RateLimits } from './rate-limits.tsx';

const limit: RateLimit = {
  id: 'l1',
  action: 'sign_in',
  subject: 'address',
  most: 30,
  seconds: 60,
  suggested: 30,
};

/** Saves 45, and types another number while the reply is held. @param stored what the limit is then */
async function typeWhileSaving(reply: (stored: RateLimit[]) => Response, stored: number) {
  const saving = held();
  const sent: object[] = [];
  const limits = [{ ...limit, most: stored }];
  answerDatabase(async (address, body) => {
    if (!address.endsWith('/change_rate_limit')) return sent.length > 0 ? limits : [limit];
    sent.push(body as object);
    await saving.promise;
    return reply(limits);
  });
  const user = renderInShop(<RateLimits />);
  const field = await screen.findByLabelText<HTMLInputElement>(limitName(limit), { selector: 'input' });
  const save = () => user.click(screen.getByRole('button', { name: 'Save', hidden: true }));
  const type = async (text: string) => {
    await user.clear(field);
    await user.type(field, text);
  };
  await type('45');
  await save();
  await expect.poll(() => sent).toEqual([{ p_id: 'l1', p_most: 45, p_seen: 30 }]);
  await type('60');
  saving.release();
  return { field, save, sent };
}

test('a limit that is typed while another is being saved stays, and is not saved yet', async () => {
  const { field, save, sent } = await typeWhileSaving((stored) => Response.json(stored), 45);
  await screen.findByText('Limit Saved');
  expect(field.value).toBe('60');
  await save();
  await expect.poll(() => sent.at(-1)).toEqual({ p_id: 'l1', p_most: 60, p_seen: 45 });
  await expect.poll(() => document.querySelector('[aria-busy]')).toBeNull();
});

test('a limit that is typed while another is being refused stays, and saving again replaces somebody else’s', async () => {
  const { field, save, sent } = await typeWhileSaving(
    () => Response.json({ code: 'PT409', message: 'changed_meanwhile' }, { status: 409 }),
    50,
  );
  await screen.findByText(/It is 50 now\.$/);
  expect(field.value).toBe('60');
  await save();
  await expect.poll(() => sent.at(-1)).toEqual({ p_id: 'l1', p_most: 60, p_seen: 50 });
  await expect.poll(() => document.querySelector('[aria-busy]')).toBeNull();
});

test('a limit is saved when it was changed, to a whole number', async () => {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (address.endsWith('/change_rate_limit')) sent.push(body);
    return [limit];
  });
  const user = renderInShop(<RateLimits />);
  const field = await screen.findByLabelText<HTMLInputElement>(limitName(limit), { selector: 'input' });
  screen.getByText('At most this many times in a minute. Suggested: 30.');
  const save = () => screen.queryByRole('button', { name: 'Save', hidden: true });
  expect(save()).toBeNull();
  await user.clear(field);
  await user.type(field, '0');
  await user.click(save()!);
  expect(messageUnder(field)).toBe('Please enter a whole number from 1 to 1,000,000');
  expect(sent).toEqual([]);
  await user.clear(field);
  await user.type(field, '12');
  await user.click(save()!);
  await screen.findByText('Limit Saved');
  expect(sent).toEqual([{ p_id: limit.id, p_most: 12, p_seen: limit.most }]);
});
