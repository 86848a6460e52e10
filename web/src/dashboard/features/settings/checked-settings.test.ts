import { expect, test } from 'vitest';
import { storedSettings } from '#testing/stored-settings.ts';
import { changedFields } from './fields-form.tsx';
import { checkedSettings, typedSettings } from './settings-form.tsx';

const { id: _, ...seen } = storedSettings;

test('the form’s values are read back unchanged', () => {
  const typed = typedSettings(seen);
  expect(typed.approvedShipsBelow).toBe('50,000');
  expect(checkedSettings(typed)).toEqual({ value: seen, problems: {} });
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

test('the terms may have been approved on a day, which is not still to come', () => {
  const typed = typedSettings(seen);
  const approvedOn = (termsApprovedOn: string) => checkedSettings({ ...typed, termsApprovedOn });
  expect(approvedOn('2026-11-20')).toMatchObject({ value: { termsApprovedOn: '2026-11-20' } });
  expect(approvedOn('')).toMatchObject({ value: { termsApprovedOn: null } });
  for (const day of ['2099-01-01', 'soon', '0026-11-20'])
    expect(approvedOn(day)).toEqual({
      problems: { termsApprovedOn: 'Enter a day that is not still to come' },
    });
});

test('only changed settings are sent, with their old values', () => {
  expect(changedFields({ ...seen, holdMinutes: 45 }, seen)).toEqual({
    changes: { holdMinutes: 45 },
    seen: { holdMinutes: 30 },
  });
  expect(changedFields({ ...seen }, seen)).toBe(null);
});
