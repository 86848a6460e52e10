import { expect, it } from 'vitest';
import {
  accountNumber,
  amountOfPrompt,
  leftByPrompt,
  type Prompt,
  promptText,
  safaricomPhone,
} from './mpesa.ts';

const prompt: Prompt = {
  phone: '254712345678',
  amount: 5000,
  sentAt: '2026-11-29T10:00:00Z',
  code: null,
  isOpen: false,
  isPaid: false,
  hasReceipt: false,
};

it.each([
  ['0', /Paid/],
  ['1', /not enough money.*Add money/],
  ['1032', /cancelled.*again/],
  ['1037', /no answer.*\*234#/],
  ['2001', /PIN was wrong.*again/],
  ['1001', /another M-Pesa menu.*two minutes/],
  ['1019', /ran out.*again/],
  ['1025', /could not be sent.*again/],
  ['9999', /could not be sent.*again/],
  ['17', /busy.*ask on/],
  ['26', /busy.*ask on/],
  ['8', /more than.*another way/],
  ['E3008', /test system/],
  ['refused', /did not take.*another way/],
  ['no answer', /not answered us yet.*nothing is paid twice/],
])('the code %s is said in one sentence and what to do next', (code, expected) => {
  const { says, next } = promptText({ ...prompt, code });
  expect(`${says} ${next}`).toMatch(expected);
});

it('a request that was cancelled can be sent again only once that is certain', () => {
  expect(promptText({ ...prompt, code: '1032', isOpen: true }).next).toMatch(/In a minute/);
});

it.each(['4999', '500.001.1001', '7777', null])('with the code %j the buyer looks at the phone', (code) => {
  expect(promptText({ ...prompt, code, isOpen: true }).says).toBe('Look at the phone 0712 345 678.');
});

it.each([
  ['0712 345 678', '254712345678'],
  ['+254 712-345-678', '254712345678'],
  ['254712345678', '254712345678'],
  ['0110 123 456', '254110123456'],
  ['020 123 4567', null],
  ['+256 712 345 678', null],
  ['', null],
])('the phone %j is %j', (typed, expected) => {
  expect(safaricomPhone(typed)).toBe(expected);
});

it('an account number is letters and digits, twelve at most', () => {
  expect(accountNumber('01a22991-2711-7db1-bb3f-10aea04d4a1d')).toBe('ICA04D4A1D');
});

it('asks for as much as M-Pesa takes at a time, and says what is left', () => {
  const shop = { mpesaLimit: 250_000 };
  expect(amountOfPrompt(300_000, shop)).toBe(250_000);
  expect(leftByPrompt(29_999_979, shop)).toMatch(/at most KES\s250,000 at a time.* KES\s49,999.79 is left/);
  expect(amountOfPrompt(250_000, shop)).toBe(250_000);
  expect(leftByPrompt(25_000_000, shop)).toBeNull();
});
