import { expect, test } from 'vitest';
import { checkedVatRate } from './typed-vat-rate.ts';

const typed = { vatClass: 'standard', from: '2027-07-01', rate: '14' } as const;

test.each([
  ['14', 1400],
  ['14.5', 1450],
  ['7,25 %', 725],
  ['0', 0],
])('%s percent is stored as %d', (rate, points) => {
  expect(checkedVatRate({ ...typed, rate }, '2026-11-28')).toEqual({
    rate: { class: 'standard', from_day: '2027-07-01', basis_points: points },
    problems: {},
  });
});

test.each([
  ['from', ''],
  ['from', '2026-11-28'],
  ['from', '0027-07-01'],
  ['from', '2100-01-01'],
  ['rate', ''],
  ['rate', '-1'],
  ['rate', '50.5'],
  ['rate', '0.165x'],
] as const)('%s %j is reported and not sent', (field, value) => {
  expect(checkedVatRate({ ...typed, [field]: value }, '2026-11-28')).toEqual({
    problems: { [field]: expect.stringContaining('Please') },
  });
});
