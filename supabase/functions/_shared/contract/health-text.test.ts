import { expect, test } from 'vitest';
import type { HealthFinding } from './health.ts';
import { failingWords, healthWords } from './health-text.ts';

const finding = (
  component: HealthFinding['component'],
  over: Partial<HealthFinding> = {},
): HealthFinding => ({
  component,
  cases: 2,
  since: '2026-11-22T09:00:00.000Z',
  minutes: 2985,
  ...over,
});

test.each([
  [finding('check-invariants'), 'The rules about money and stock were last checked 49 hours ago.'],
  [finding('payments', { cases: 1, minutes: 11, isSilent: true }), 'The bank gave no answer for 11 minutes.'],
  [finding('messages'), '2 messages failed, or may not have gone out, since yesterday.'],
  [
    finding('papers', { orderId: '00000000-0000-4000-8000-00001a2b3c4d', problem: 'It has no price.' }),
    '2 orders are without their invoices or credit notes, the first: #1A2B3C4D (It has no price).',
  ],
  [
    finding('space', { database: [8_123_456, 9], pictures: [1_000_000, 1] }),
    'The database has 8 MB of 9 MB. The pictures have 1 MB of 1 MB.',
  ],
  [finding('backup'), 'npm run shop -- backup finished last 2 days ago.'],
  [finding('backup', { minutes: null }), 'npm run shop -- backup has never finished.'],
])('%j', (found, problem) => expect(failingWords(found).problem).toBe(problem));

test('what is well has no words', () => {
  expect(healthWords(finding('rules', { cases: 0 }))).toEqual({ problem: null, advice: null });
});
