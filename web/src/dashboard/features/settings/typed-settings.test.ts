import { expect, test } from 'vitest';
import { changedSettings, checkedSettings, rebasedSettings, typedSettings } from './typed-settings.ts';

const seen = {
  id: 'x',
  holdMinutes: 30,
  shipWhen: 'approved',
  settlementRequiredAbove: 500_000,
  fixedDeliveryPrices: false,
} as const;

test('the form’s values are read back unchanged', () => {
  const typed = typedSettings(seen);
  expect(typed.settlementRequiredAbove).toBe('500,000');
  expect(checkedSettings(typed)).toEqual({
    settings: {
      holdMinutes: 30,
      shipWhen: 'approved',
      settlementRequiredAbove: 500_000,
      fixedDeliveryPrices: false,
    },
  });
});

test('an amount may be typed with KES and commas; anything else is reported under its field', () => {
  const typed = { ...typedSettings(seen), settlementRequiredAbove: 'KES 750,000' };
  expect(checkedSettings(typed)).toMatchObject({ settings: { settlementRequiredAbove: 750_000 } });
  expect(checkedSettings({ ...typed, holdMinutes: '', settlementRequiredAbove: 'a lot' })).toEqual({
    errors: {
      holdMinutes: 'Please enter whole minutes, from 10 to 240',
      settlementRequiredAbove: 'Please enter whole shillings, from 0 to 99,999,999',
    },
  });
  expect(checkedSettings({ ...typed, holdMinutes: '30.5' })).toHaveProperty('errors.holdMinutes');
});

test('only changed settings are sent, with their old values', () => {
  expect(changedSettings({ ...seen, holdMinutes: 45 }, seen)).toEqual({
    changes: { holdMinutes: 45 },
    seen: { holdMinutes: 30 },
    isAny: true,
  });
  const { id: _, ...same } = seen;
  expect(changedSettings(same, seen).isAny).toBe(false);
});

test('after somebody else’s change unchanged fields show the new values, and typed values stay', () => {
  const typed = { ...typedSettings(seen), holdMinutes: '45', settlementRequiredAbove: '600,000' };
  const present = { ...seen, holdMinutes: 60, shipWhen: 'settled' } as const;
  expect(rebasedSettings(typed, typedSettings(seen), present)).toEqual({
    typed: {
      holdMinutes: '45',
      shipWhen: 'settled',
      settlementRequiredAbove: '600,000',
      fixedDeliveryPrices: 'false',
    },
    conflicts: ['holdMinutes'],
  });
});

test('typing the same value that somebody else has saved is no conflict', () => {
  const typed = { ...typedSettings(seen), holdMinutes: '60' };
  expect(rebasedSettings(typed, typedSettings(seen), { ...seen, holdMinutes: 60 }).conflicts).toEqual([]);
});
