import type { MessageRule, MessageRules } from '@contract/message-rules.ts';
import { ownerKinds } from '@contract/messages.ts';
import { expect, test } from 'vitest';
import { changesForLevel, type Level, recipientLevels, typedRecipient } from './recipient-levels.ts';

const [boss, desk] = ['boss@example.com', 'desk@example.com'];

/** Rules by which these get mail; the oldest admin alone where nobody is named. */
const rulesOf = (emailsOf: (kind: string) => string[], email = true): MessageRules => ({
  oldestAdmin: boss,
  rules: ['order_paid' as const, ...ownerKinds].map(
    (kind) =>
      ({
        kind,
        audience: kind === 'order_paid' ? 'buyer' : 'owner',
        email,
        sms: false,
        whatsapp: false,
        phones: [],
        emails: kind === 'order_paid' ? [] : emailsOf(kind),
      }) as unknown as MessageRule,
  ),
});

/** The rules after an address was given a level. */
function after(all: MessageRules, address: string, level: Level): MessageRules {
  const changes = changesForLevel(all, address, level);
  const changed = (rule: MessageRule) => ({
    ...rule,
    ...changes.find(({ kind }) => kind === rule.kind)?.changes,
  });
  return { ...all, rules: all.rules.map(changed) };
}

test('the oldest admin gets everything until others are named', () => {
  expect(recipientLevels(rulesOf(() => []))).toEqual([{ address: boss, level: 'all' }]);
});

test.each(['all', 'needed', 'money'] as const)(
  'somebody new who is told “%s” is, beside the others',
  (level) => {
    expect(
      recipientLevels(
        after(
          rulesOf(() => []),
          desk,
          level,
        ),
      ),
    ).toEqual([
      { address: boss, level: 'all' },
      { address: desk, level },
    ]);
  },
);

test('who is told less is not told the rest, not even as the oldest admin', () => {
  const less = after(
    rulesOf(() => []),
    boss,
    'money',
  );
  expect(recipientLevels(less)).toEqual([{ address: boss, level: 'money' }]);
  const summary = less.rules.find(({ kind }) => kind === 'owner_daily_summary');
  expect(summary).toMatchObject({ email: false, emails: [] });
  expect(recipientLevels(after(less, boss, 'all'))).toEqual([{ address: boss, level: 'all' }]);
});

test('a choice of one’s own has no level, and rules to buyers never change', () => {
  const own = rulesOf((kind) => (kind === 'owner_health' ? [boss, desk] : [boss]));
  expect(recipientLevels(own)).toEqual([
    { address: boss, level: 'all' },
    { address: desk, level: null },
  ]);
  expect(changesForLevel(own, desk, 'nothing').map(({ kind }) => kind)).toEqual(['owner_health']);
  expect(changesForLevel(own, boss, 'all')).toEqual([]);
});

test('a phone is told by SMS, and nothing without one', () => {
  const phone = '+254712345678';
  const all = after(
    rulesOf(() => []),
    phone,
    'money',
  );
  expect(recipientLevels(all)).toContainEqual({ address: phone, level: 'money' });
  expect(all.rules.find(({ kind }) => kind === 'owner_task')).toMatchObject({ sms: true, phones: [phone] });
  const none = after(all, phone, 'nothing');
  expect(none.rules.filter(({ sms, phones }) => sms || phones.length > 0)).toEqual([]);
});

test.each([
  [' Desk@Example.com ', 'desk@example.com'],
  ['0712 345 678', '+254712345678'],
  ['020 234 5678', undefined],
  ['+256 712 345 678', undefined],
  ['nobody', undefined],
  ['a@', undefined],
])('“%s” is read as %s', (typed, value) => {
  const read = typedRecipient(
    typed,
    rulesOf(() => []),
  );
  expect([read.value, Boolean(read.problem)]).toEqual([value, value === undefined]);
});

test('a rule has five addresses of one sort at most', () => {
  const five = rulesOf(() => ['a@b.co', 'b@b.co', 'c@b.co', 'd@b.co', 'e@b.co']);
  expect(typedRecipient('f@b.co', five).problem).toMatch('5');
  expect(typedRecipient('0712 345 678', five).value).toBe('+254712345678');
});
