import { expect, it } from 'vitest';
import { describeMessageRule } from './message-rule-text.ts';

it('names the changed value of a rule, and its message', () => {
  const entry = {
    before: { sms: false, phones: [] },
    after: { sms: true, phones: ['+254712345678', '+254712345679'] },
  };
  expect(describeMessageRule(entry, 'Payment receipt')).toEqual([
    { column: 'sms', label: 'Payment receipt, by SMS', before: 'no', after: 'yes' },
    {
      column: 'phones',
      label: 'Payment receipt, phone numbers',
      before: 'nothing',
      after: '+254712345678, +254712345679',
    },
  ]);
});

it('mail without an address went to the first admin, unless there was none', () => {
  const named = ['owner@example.com', 'books@example.com'];
  const texts = (before: object, after: object) =>
    describeMessageRule({ before: { ...before }, after: { ...after } }, 'Order paid').map((change) => [
      change.before,
      change.after,
    ]);
  expect(texts({ emails: [] }, { emails: named })).toEqual([
    ['the first admin, by default', 'owner@example.com, books@example.com'],
  ]);
  expect(texts({ emails: named, email: true }, { emails: [], email: false })[0]?.[1]).toBe('nothing');
});
