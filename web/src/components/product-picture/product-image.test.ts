import { expect, test } from 'vitest';
import { decidingValues } from './product-image.tsx';

test.each([
  [['5.12 kWh', '51.2 V', '100 Ah'], '5.12 kWh · 51.2 V'],
  [['LiFePO4', '200 Ah'], '200 Ah'],
  [['7.5 kW', '3-phase with unbalanced loads'], '7.5 kW'],
  [['24 V nominal in', '12 V out'], '24 V nominal in'],
  [['Pure sine wave'], ''],
  [[], ''],
])('%j is shown on a tile as %j', (figures, text) => {
  expect(decidingValues(figures).replaceAll('\u00a0', ' ')).toBe(text);
});
