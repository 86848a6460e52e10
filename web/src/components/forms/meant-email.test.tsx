import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EmailField } from './contact-fields.tsx';
import { meantEmail } from './meant-email.ts';

test.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['Ada@Gmail.con', 'ada@gmail.com'],
  ['ada@gmai.com', 'ada@gmail.com'],
  ['ada@gmaill.com', 'ada@gmail.com'],
  ['ada@yaho.com', 'ada@yahoo.com'],
  ['ada@hotmial.com', 'ada@hotmail.com'],
  ['ada@gmail.com', null],
  ['ada@ymail.com', null],
  ['ada@uonbi.ac.ke', null],
  ['ada@gmail', null],
  ['ada', null],
  ['', null],
])('%s probably means %s', (typed, meant) => {
  expect(meantEmail(typed)).toBe(meant);
});

test('the question comes when the field is left, and goes with the next letter', () => {
  const { rerender } = render(<EmailField value="ada@gmial.com" onChange={() => {}} />);
  const field = () => screen.getByRole('textbox', { name: 'Email Address' });
  expect(screen.queryByText(/Did you mean/)).toBeNull();
  fireEvent.blur(field());
  screen.getByText('Did you mean ada@gmail.com?');
  screen.getByRole('textbox', { description: 'Did you mean ada@gmail.com?' });
  rerender(<EmailField value="ada@gmial.comm" onChange={() => {}} />);
  expect(screen.queryByText(/Did you mean/)).toBeNull();
});
