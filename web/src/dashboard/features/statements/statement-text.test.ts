import { expect, test } from 'vitest';
import { previewSentences, verdictText } from './statement-text.ts';

const plain = (sentences: string[]) => sentences.map((sentence) => sentence.replaceAll('\u00a0', ' '));

test('a preview shows what becomes settled, what is known, what stays open and the bank’s fees', () => {
  const preview = {
    lines: 9,
    known: 2,
    knownLines: [3, 5],
    counts: {
      settled: { lines: 4, cents: 185_000_050 },
      unknown: { lines: 1, cents: 500 },
      several: { lines: 1, cents: 500 },
      fee: { lines: 1, cents: 0 },
      payment: { lines: 1, cents: 50_000 },
      refunded: { lines: 2, cents: -70_000 },
    },
    feeCents: 700,
    questions: [],
  };
  expect(plain(previewSentences(preview))).toEqual([
    '4 payments become settled: KES 1,850,000.50.',
    '1 payment to the paybill of which we had not been told: KES 500.',
    '2 lines are recorded as given back: KES 700.',
    '2 lines were in an earlier statement, without effect now: rows 3, 5.',
    '2 lines settle nothing and will wait for you.',
    'Fees: KES 7.',
  ]);
});

test('a file that was imported before changes nothing, and the preview shows it', () => {
  const preview = { lines: 3, known: 3, knownLines: [2, 3, 4], counts: {}, feeCents: 0, questions: [] };
  expect(previewSentences(preview)).toEqual([
    'No payment becomes settled.',
    'Every line was in an earlier statement: nothing changes.',
  ]);
});

test('a line of an order that is known does not read as one that nobody knows', () => {
  expect(verdictText('unknown', true)).toBe('Its payment is not in the shop yet');
  expect(verdictText('unknown')).toBe('Belongs to no payment yet');
});
