import type { MessageRule, MessageRules } from '@contract/message-rules.ts';
import { ownerKinds } from '@contract/messages.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { fillIn, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { Recipients } from './recipients.tsx';

const rules: MessageRules = {
  oldestAdmin: 'boss@example.com',
  rules: ownerKinds.map(
    (kind) =>
      ({
        kind,
        audience: 'owner',
        email: true,
        sms: false,
        whatsapp: false,
        emails: [],
        phones: [],
      }) as unknown as MessageRule,
  ),
};

/** The page; returns the kinds whose rule is changed. */
function openRecipients(refusal?: Response) {
  const changed: string[] = [];
  answerDatabase((address, body) => {
    if (!address.endsWith('/change_message_rule')) return null;
    changed.push((body as { p_kind: string }).p_kind);
    return refusal ?? rules;
  });
  return { user: renderInShop(<Recipients rules={rules} />), changed };
}

test('an address is told less, which is said, and a new one what needs it', async () => {
  const { user, changed } = openRecipients();
  await user.selectOptions(screen.getByLabelText('boss@example.com'), 'What needs me');
  await expect.poll(() => changed).toEqual(['owner_low_stock', 'owner_daily_summary']);
  await screen.findByText('Saved');
  screen.getByText(/not low stock and the summary of the day/);
  const add = () => user.click(screen.getByRole('button', { name: 'Add Address' }));
  await add();
  expect(messageUnder(screen.getByLabelText('Another address'))).toBeTruthy();
  await fillIn(user, { 'Another address': 'desk@example.com' });
  await add();
  await expect.poll(() => changed).toHaveLength(2 + ownerKinds.length - 2);
});

test('what cannot be changed says why, and the choice is as it was', async () => {
  const { user } = openRecipients(refusedBySql('forbidden'));
  const choice = screen.getByLabelText<HTMLSelectElement>('boss@example.com');
  await user.selectOptions(choice, 'Nothing (remove)');
  await screen.findByText('Not saved');
  expect(screen.queryByText('Saved')).toBeNull();
  expect(choice.value).toBe('all');
});
