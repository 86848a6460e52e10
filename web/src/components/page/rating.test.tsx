import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Rating } from './rating.tsx';

test.each([
  ['4.52', 'Rated 4.5 out of 5'],
  ['0.00', 'Not rated'],
])('a rating of %s is shown as %s', (value, text) => {
  expect(render(<Rating value={value} />).container.textContent).toBe(text);
});
