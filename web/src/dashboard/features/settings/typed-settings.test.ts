import { expect, test } from 'vitest';
import { changedFields } from './changed-fields.ts';
import { checkedSettings, typedSettings } from './typed-settings.ts';

const seen = {
  id: 'x',
  holdMinutes: 30,
  partHoldDays: 7,
  shipWhen: 'approved',
  approvedShipsBelow: 500_000,
  shipsUnpaid: false,
  fixedDeliveryPrices: false,
} as const;

test('the form’s values are read back unchanged', () => {
  const typed = typedSettings(seen);
  expect(typed.approvedShipsBelow).toBe('500,000');
  expect(checkedSettings(typed)).toEqual({
    value: {
      holdMinutes: 30,
      partHoldDays: 7,
      shipWhen: 'approved',
      approvedShipsBelow: 500_000,
      shipsUnpaid: false,
      fixedDeliveryPrices: false,
    },
    problems: {},
  });
});

test('an amount may be typed with KES and commas; anything else is reported under its field', () => {
  const typed = { ...typedSettings(seen), approvedShipsBelow: 'KES 750,000' };
  expect(checkedSettings(typed)).toMatchObject({ value: { approvedShipsBelow: 750_000 } });
  expect(checkedSettings({ ...typed, holdMinutes: '', approvedShipsBelow: 'a lot' })).toEqual({
    problems: {
      holdMinutes: 'Please enter whole minutes, from 10 to 240',
      approvedShipsBelow: 'Please enter whole shillings, from 0 to 99,999,999',
    },
  });
  expect(checkedSettings({ ...typed, holdMinutes: '30.5' })).toHaveProperty('problems.holdMinutes');
  expect(checkedSettings({ ...typed, approvedShipsBelow: '500.000' })).toEqual({
    problems: { approvedShipsBelow: 'Is “500.000” 500 or 500,000? Write thousands with a comma' },
  });
});

test('only changed settings are sent, with their old values', () => {
  expect(changedFields<object>({ ...seen, holdMinutes: 45 }, seen)).toEqual({
    changes: { holdMinutes: 45 },
    seen: { holdMinutes: 30 },
  });
  const { id: _, ...same } = seen;
  expect(changedFields<object>(same, seen)).toBe(null);
});
