import { cleanup, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PaperLink } from './paper-link.tsx';

test.each([
  ['pending', null, 'Proforma invoice (PDF)', '/api/orders/o1/papers/proforma'],
  ['failed', 'failed', 'Proforma invoice (PDF)', '/api/orders/o1/papers/proforma'],
  ['paid', 'completed', 'Invoice (PDF)', '/api/orders/o1/papers/invoice'],
  // All of it went back: the credit note is what its buyer needs.
  ['cancelled', 'completed', 'Invoice (PDF)', '/api/orders/o1/papers/invoice'],
] as const)(
  'an order that is %s with a transaction %s has one link: %s',
  (status, transaction, name, address) => {
    render(<PaperLink order={{ id: 'o1', status, payment: { transaction } }} />);
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(address);
    cleanup();
  },
);

test('an order that was cancelled unpaid has no papers', () => {
  render(<PaperLink order={{ id: 'o1', status: 'cancelled', payment: { transaction: 'expired' } }} />);
  expect(screen.queryByRole('link')).toBeNull();
});
