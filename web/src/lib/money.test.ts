import { expect, test } from 'vitest';
import { formatKes } from './money.ts';

test('money is in Kenyan shillings, in the Kenyan locale, without decimals', () => {
  expect(formatKes(1_850_000)).toBe('KES\u00a01,850,000');
  expect(formatKes(0)).toBe('KES\u00a00');
});
