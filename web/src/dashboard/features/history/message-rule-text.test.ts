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
