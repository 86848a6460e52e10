import { describe, expect, it } from 'vitest';
import { problemForStaff } from './staff-password.ts';

const admin = { name: 'Wanjiru Kamau', email: 'wanjiru.kamau@mlima-survey.example' };
const shop = { name: 'Mlimani Pumps', email: 'sales@kisima-wells.example' };
const problem = (password: string) => problemForStaff(password, admin, shop);

describe('a password of staff', () => {
  it.each(['maji-na-mawe', 'a long password', 'jiwe-la-msingi', 'Xk4-pq7-Zt9w', 'korongo angani usiku'])(
    'may be “%s”',
    async (password) => {
      expect(await problem(password)).toBeNull();
    },
  );

  it.each(['', 'Xk4-pq7-Zt9', '🦒🦒🦒🦒🦒🦒🦒🦒🦒🦒🦒'])(
    'may not be “%s”: it is too short',
    async (password) => {
      expect(await problem(password)).toBe('Staff need a password of at least 12 characters.');
    },
  );

  it.each([
    ['a common one', 'unbelievable'],
    ['a common one twice', 'passwordpassword'],
    ['keys beside each other', 'qwertyuiop[]'],
    ['a row of numbers', '123456789012'],
    ['one letter', 'aaaaaaaaaaaaaaaa'],
    ['common ones with other letters', 'P@ssw0rd1234'],
    ['the name of the shop', 'Mlimani-Pumps'],
    ['the address of the shop', 'kisimawells1'],
    ['goods of the shop and a year', 'Terrameter2026'],
    ['the town and a year', 'Nairobi-2026'],
    ['the person’s name', 'WanjiruKamau1'],
    ['the person’s address', 'mlimasurvey1'],
  ])('may not be %s: %s', async (_, password) => {
    expect(await problem(password)).toContain('too easy to guess for staff');
  });
});
