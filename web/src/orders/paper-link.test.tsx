import type { OrderItem } from '@contract/orders.ts';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PaperLink } from './paper-link.tsx';

test.each([
  ['proforma', 0, 'Proforma invoice (PDF)', '/api/orders/o1/papers/proforma'],
  ['invoice', 0, 'Invoice (PDF)', '/api/orders/o1/papers/invoice'],
  ['invoice', 1, 'Invoice and credit note (PDF)', '/api/orders/o1/papers/invoice'],
] as const)(
  'an order whose paper is the %s, with %s pieces back, has one link: %s',
  (paper, cameBack, name, address) => {
    render(<PaperLink order={{ id: 'o1', paper, items: [{ cameBack } as OrderItem] }} />);
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(address);
  },
);

test('an order whose invoice is not made yet says when it is, and links to nothing', () => {
  render(<PaperLink order={{ id: 'o1', paper: 'invoice_tonight', items: [] }} />);
  screen.getByText('Its invoice is made tonight.');
  expect(screen.queryByRole('link')).toBeNull();
});

test('an order without a paper has no link', () => {
  render(<PaperLink order={{ id: 'o1', paper: null, items: [] }} />);
  expect(screen.queryByRole('link')).toBeNull();
});
