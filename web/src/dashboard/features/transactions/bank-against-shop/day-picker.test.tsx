import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { DayPicker } from './day-picker.tsx';

test('a year is typed digit by digit, and only a whole day up to today is reported', () => {
  const onDay = vi.fn();
  renderInShop(<DayPicker day="2026-03-05" onDay={onDay} />);
  const field = screen.getByLabelText<HTMLInputElement>('Day');
  for (const value of ['0002-03-05', '0020-03-05', '', '9999-03-05']) {
    fireEvent.change(field, { target: { value } });
    expect(field.value).toBe(value);
  }
  expect(onDay).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: '2025-03-05' } });
  expect(onDay).toHaveBeenCalledExactlyOnceWith('2025-03-05');
  fireEvent.blur(field);
  expect(field.value).toBe('2026-03-05');
});
