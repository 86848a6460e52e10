import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PaperLink } from './paper-link.tsx';

test.each([
  ['proforma', 'Proforma invoice (PDF)', '/api/orders/o1/papers/proforma'],
  ['invoice', 'Invoice (PDF)', '/api/orders/o1/papers/invoice'],
] as const)('an order whose paper is the %s has one link: %s', (paper, name, address) => {
  render(<PaperLink order={{ id: 'o1', paper }} />);
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(address);
});

test('an order whose invoice is not made yet says when it is, and links to nothing', () => {
  render(<PaperLink order={{ id: 'o1', paper: 'invoice_tonight' }} />);
  screen.getByText('Its invoice is made tonight.');
  expect(screen.queryByRole('link')).toBeNull();
});

test('an order without a paper has no link', () => {
  render(<PaperLink order={{ id: 'o1', paper: null }} />);
  expect(screen.queryByRole('link')).toBeNull();
});
