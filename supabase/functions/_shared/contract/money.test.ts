import { expect, test } from 'vitest';
import { formatCents, formatKes } from './money.ts';

test('money is in Kenyan shillings, in the Kenyan locale, without decimals', () => {
  expect(formatKes(1_850_000)).toBe('KES\u00a01,850,000');
  expect(formatKes(0)).toBe('KES\u00a00');
});

test('the bank’s cents are shown when there are any', () => {
  expect(formatCents(0)).toBe('KES\u00a00');
  expect(formatCents(199_950)).toBe('KES\u00a01,999.50');
  expect(formatCents(100_005)).toBe('KES\u00a01,000.05');
  expect(formatCents(-30)).toBe('−KES\u00a00.30');
});
