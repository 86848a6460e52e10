import { expect, it } from 'vitest';
import { messageRuleInWords } from './message-rule-words.ts';

it('says what changed of a rule, and of which message', () => {
  const entry = {
    before: { sms: false, phones: [] },
    after: { sms: true, phones: ['+254712345678', '+254712345679'] },
  };
  expect(messageRuleInWords(entry, 'Payment receipt')).toEqual([
    { column: 'sms', label: 'Payment receipt, by SMS', before: 'no', after: 'yes' },
    {
      column: 'phones',
      label: 'Payment receipt, phone numbers',
      before: 'nothing',
      after: '+254712345678, +254712345679',
    },
  ]);
});
