import type { MessageRule } from '@contract/message-rules.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { RulesTable } from './rules-table.tsx';

test('a second channel of a message is ticked while the first one is being saved', async () => {
  const rule = { kind: 'order_paid', audience: 'buyer', email: false, sms: false, whatsapp: false };
  const rules = { rules: [{ ...rule, emails: [], phones: [] } as unknown as MessageRule], oldestAdmin: null };
  const saving = deferredPromise();
  const sent: unknown[] = [];
  answerDatabase(async (_, body) => {
    sent.push((body as { p_changes: object }).p_changes);
    await saving.promise;
    return rules;
  });
  const user = renderInShop(<RulesTable rules={rules} />);
  const [email, sms] = screen.getAllByRole('checkbox');
  await user.click(email!);
  await user.click(sms!);
  await expect.poll(() => sent).toEqual([{ email: true }, { sms: true }]);
  expect([email, sms].map((box) => (box as HTMLInputElement).checked)).toEqual([true, true]);
  saving.release();
  await expect.poll(() => (email as HTMLInputElement).checked).toBe(false);
});
