import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Input } from './input.tsx';

test.each([
  ['numeric', [0, 2]],
  ['decimal', [0, 2]],
  ['text', [1, 1]],
] as const)(
  'after the press that focuses it, all of a %s field is selected as far as it is a number',
  (mode, expected) => {
    render(<Input aria-label="Pieces" inputMode={mode} defaultValue="12" />);
    const field = screen.getByLabelText<HTMLInputElement>('Pieces');
    fireEvent.mouseDown(field);
    act(() => field.focus());
    // Safari puts the caret after the focus.
    field.setSelectionRange(1, 1);
    fireEvent.click(field);
    expect([field.selectionStart, field.selectionEnd]).toEqual(expected);
  },
);
