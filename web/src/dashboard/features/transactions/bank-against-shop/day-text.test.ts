import { readFileSync } from 'node:fs';
import type { BankAgainstShop } from '@contract/admin-transactions.ts';
import { expect, test } from 'vitest';
import {
  cameSentence,
  differenceSentence,
  differenceTitle,
  isBalanced,
  openOnDay,
  subjectOfRule,
} from './day-text.ts';

const noMpesa = { receivedCents: 0, payments: 0, differenceCents: 0 };
const nothingOpen = { openLines: 0, withoutOrder: { count: 0, cents: 0 } };
const none = { count: 0, orders: [] };

test('the difference is that of today, or of another day by its date', () => {
  const title = (day: string, differenceCents: number, differing: BankAgainstShop['differing'] = none) =>
    differenceTitle(
      { day, approvedCents: 500, mpesa: noMpesa, differenceCents, differing, ...nothingOpen },
      '2026-11-21',
    );
  expect(title('2026-11-21', 0)).toBe('What the bank and Safaricom told us today is in the shop');
  expect(title('2026-11-21', 0, { count: 2, orders: [] })).toBe('Bank, M-Pesa and shop differ today');
  expect(title('2026-11-20', -150)).toBe('Bank, M-Pesa and shop differ by −KES\u00a01.50 on 20 Nov 2026');
});

test('of a day without a payment it is not said that what was told is in the shop', () => {
  const day = { day: '2026-11-20', approvedCents: 0, mpesa: noMpesa, differenceCents: 0, differing: none };
  expect(differenceTitle({ ...day, ...nothingOpen }, '2026-11-21')).toBe(
    'The bank and Safaricom told us of no payment on 20 Nov 2026',
  );
});

test('books that agree are no comfort today while lines or money are open', () => {
  const open = (day: string, openLines: number, cents: number) => {
    const withoutOrder = { count: cents > 0 ? 1 : 0, cents };
    const told = { approvedCents: 0, mpesa: { ...noMpesa, receivedCents: 500 } };
    const compared = { day, ...told, differenceCents: 0, differing: none, openLines, withoutOrder };
    return [
      differenceTitle(compared, '2026-11-21'),
      ...openOnDay(compared, '2026-11-21').map(({ title }) => title),
    ];
  };
  expect(open('2026-11-21', 3, 30_650_000)).toEqual([
    'What the bank and Safaricom told us today is in the shop, but some money is open',
    '3 lines of the bank’s statements wait for an answer',
    'KES\u00a0306,500 came without an order',
  ]);
  expect(open('2026-11-21', 1, 0)[1]).toBe('One line of the bank’s statement waits for an answer');
  // What is open is not of an earlier day.
  expect(open('2026-11-20', 3, 30_650_000)).toEqual([
    'What the bank and Safaricom told us on 20 Nov 2026 is in the shop',
  ]);
});

test('what came is said apart: by the bank, by Safaricom, and as staff typed it', () => {
  const came = (approvedCents: number, receivedCents: number, typedCents: number) =>
    cameSentence({ approvedCents, mpesa: { ...noMpesa, receivedCents }, typedCents }).replaceAll(
      '\u00a0',
      ' ',
    );
  expect(came(0, 0, 0)).toBe('');
  expect(came(700_000, 50_000, 200_000)).toBe(
    'The bank told us of KES 7,000 by card. Safaricom told us of KES 500 by M-Pesa. Staff typed in KES 2,000 that neither told us of, and that no statement has.',
  );
  expect(came(0, 0, 200_000)).toBe(
    'Staff typed in KES 2,000 that neither told us of, and that no statement has.',
  );
});

test('a total that agrees by chance is not a balance', () => {
  const day = { differenceCents: 0, differing: { count: 2, orders: [] }, mpesa: noMpesa };
  expect(isBalanced(day)).toBe(false);
  expect(differenceSentence(day)).toContain('not order by order');
  expect(isBalanced({ differenceCents: 0, differing: none })).toBe(true);
  expect(isBalanced({ differenceCents: 1, differing: none })).toBe(false);
});

test('the sentence tells on which side the extra money is', () => {
  const of = (differenceCents: number, mpesa = noMpesa) =>
    differenceSentence({ differenceCents, differing: none, mpesa });
  expect(of(1)).toContain('approved more');
  expect(of(-1)).toContain('account for more');
  // The title says that they agree.
  expect(of(0)).toBe('');
  const byMpesa = (differenceCents: number) => ({ receivedCents: 100, payments: 1, differenceCents });
  expect(of(5, byMpesa(5))).toBe(
    'Safaricom says it received more than our orders and tasks account for. Please look at these orders.',
  );
  // They are no comfort for each other.
  expect(of(0, byMpesa(-5))).toBe(
    'The bank says it approved more than our orders and tasks account for. Our orders and tasks account for more than Safaricom says it received. Please look at these orders.',
  );
});

const migration = (name: string) => readFileSync(`supabase/migrations/${name}`, 'utf8');

test('what a rule is about goes by a name that the database has', () => {
  const sql = migration('20261121063000_health_and_schedule.sql');
  const named = [...sql.matchAll(/^(?:select (?:distinct )?| {2}\(.+, | {4})'((?:[^']|'')+)', \w+\./gm)].map(
    ([, name]) => name?.replaceAll("''", "'"),
  );
  expect(named).toEqual(expect.arrayContaining(Object.keys(subjectOfRule)));
});
