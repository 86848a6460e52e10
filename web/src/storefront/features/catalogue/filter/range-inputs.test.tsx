import type { ValueRange } from '@contract/product-filter.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { RangeInputs } from './range-inputs.tsx';

test('numbers can be typed, and an invalid range is reported at once', async () => {
  const onChange = vi.fn<(range: ValueRange) => void>();
  const user = renderInShop(
    <RangeInputs
      label="Price"
      unit="KES"
      range={[null, null]}
      low={1}
      high={9}
      isWhole
      onChange={onChange}
    />,
  );
  await user.type(screen.getByLabelText('Price, from, KES'), '90,000');
  const to = screen.getByLabelText('Price, to, KES');
  await user.type(to, '80000{Enter}');
  expect(screen.getByRole('alert').textContent).toBe('The second number is smaller than the first.');
  expect(onChange).not.toHaveBeenCalled();
  await user.clear(to);
  await user.type(to, '120000{Enter}');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(onChange).toHaveBeenCalledExactlyOnceWith([90_000, 120_000]);
});

test('a price with two readings is refused with both; a figure of a data sheet has decimals', async () => {
  const onChange = vi.fn<(range: ValueRange) => void>();
  const inputs = (label: string, isWhole: boolean) => (
    <RangeInputs
      label={label}
      isWhole={isWhole}
      onChange={onChange}
      unit={null}
      range={[null, null]}
      low={1}
      high={9}
    />
  );
  const user = renderInShop(
    <>
      {inputs('Price', true)}
      {inputs('Depth', false)}
    </>,
  );
  await user.type(screen.getByLabelText('Price, from'), '95.000{Enter}');
  expect(screen.getByRole('alert').textContent).toBe(
    'Is “95.000” 95 or 95,000? Write thousands with a comma',
  );
  await user.type(screen.getByLabelText('Depth, from'), '1.250{Enter}');
  expect(onChange).toHaveBeenCalledExactlyOnceWith([1.25, null]);
});
