import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { translatePage } from '#testing/translate-page.ts';
import { unbroken } from './unbroken.tsx';

test.each([
  ['Delivery in Kenya: 2-3 business days, KES 500-5,000.', ['2-3', '500-5,000.']],
  ['Deye SUN-12K-SG05LP3-EU hybrid inverter 12 kW', ['SUN-12K-SG05LP3-EU']],
  ['7 AM-7 PM', ['AM-7']],
  ['A high-voltage inverter of -20 to 60 °C', []],
  ['https://example.com/2026-11-21/a-long-address', []],
])('%s: of each figure and model one piece, and the same characters', (text, pieces) => {
  const { container } = render(unbroken(text));
  expect([...container.querySelectorAll('.one-line')].map((span) => span.textContent)).toEqual(pieces);
  expect(container.textContent).toBe(text);
});

test('a text that a browser has translated can change', () => {
  const { container, rerender } = render(<p>{unbroken('Delivery: 2-3 business days.')}</p>);
  for (const text of ['KES 500-5,000 by road, 1-2 days.', 'Free delivery.', 'KES 500-5,000.']) {
    translatePage();
    rerender(<p>{unbroken(text)}</p>);
    expect(container.textContent).toBe(text);
  }
});
